// Package store keeps values.
package store

import (
	"errors"
	"sync"
)

// ErrMissing is returned for unknown keys.
var ErrMissing = errors.New("missing")

const (
	// DefaultSize is the initial capacity.
	DefaultSize = 16
	maxSize     = 1 << 20
)

// Store is a map with a lock.
type Store[K comparable, V any] struct {
	mu   sync.Mutex
	data map[K]V
}

// Reader reads values.
type Reader interface {
	Get(key string) (string, error)
}

type Handler func(string) error

// New makes a Store.
func New[K comparable, V any]() *Store[K, V] {
	return &Store[K, V]{data: make(map[K]V)}
}

// Get returns the value of key.
func (s *Store[K, V]) Get(key K) (V, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.data[key]
	if !ok {
		return v, ErrMissing
	}
	return v, nil
}

func TestGet(t *testing.T) {
	New[string, int]().Get("a")
}
