//! A bounded queue.
use std::collections::VecDeque;

/// Largest queue that is allowed.
pub const LIMIT: usize = 1024;

/// Why a push failed.
#[derive(Debug, Clone)]
pub enum QueueError {
    Full,
    Closed(String),
}

// A queue of `T`.
pub struct Queue<T> {
    items: VecDeque<T>,
}

pub trait Sink {
    type Item;
    fn accept(&mut self, item: Self::Item) -> bool;
}

impl<T: Clone> Queue<T> {
    /// An empty queue.
    ///
    /// Allocates nothing.
    pub fn new() -> Self {
        Queue { items: VecDeque::new() }
    }

    #[inline]
    pub fn push(&mut self, item: T) -> Result<(), QueueError> {
        self.items.push_back(item);
        Ok(())
    }
}

impl<T> Sink for Queue<T> {
    type Item = T;
    fn accept(&mut self, item: T) -> bool {
        self.items.push_back(item);
        true
    }
}

macro_rules! queue {
    ($($x:expr),*) => { vec![$($x),*] };
}

mod tests {
    #[test]
    fn pushes_until_full() {
        let mut q = super::Queue::<i32>::new();
        assert!(q.push(1).is_ok());
    }
}
