const std = @import("std");

/// Largest buffer.
const max_size: usize = 4096;

/// A growable buffer.
pub const Buffer = struct {
    data: []u8,
    len: usize = 0,

    /// Appends a byte.
    pub fn append(self: *Buffer, byte: u8) void {
        self.data[self.len] = byte;
        self.len += 1;
    }
};

fn square(x: i32) i32 {
    return x * x;
}

test "square of two" {
    try std.testing.expect(square(2) == 4);
}
