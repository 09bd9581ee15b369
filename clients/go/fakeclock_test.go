package analytics

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// testTimeout is how long a test waits before it fails.
const testTimeout = 20 * time.Second

// fakeClock advances only when a test moves it.
type fakeClock struct {
	// waits receives the duration of every wait, except for request timeouts.
	waits chan time.Duration

	mu     sync.Mutex
	now    time.Time
	timers map[*fakeTimer]time.Time
}

type fakeTimer struct {
	context.Context
	cancel  context.CancelFunc
	expired atomic.Bool
}

func (f *fakeTimer) Err() error {
	if f.expired.Load() && f.Context.Err() != nil {
		return context.DeadlineExceeded
	}
	return f.Context.Err()
}

func newFakeClock() *fakeClock {
	return &fakeClock{
		waits:  make(chan time.Duration, 1000),
		now:    time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC),
		timers: map[*fakeTimer]time.Time{},
	}
}

func (c *fakeClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *fakeClock) WithTimeout(
	parent context.Context, d time.Duration,
) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	timer := &fakeTimer{Context: ctx, cancel: cancel}
	c.mu.Lock()
	c.timers[timer] = c.now.Add(d)
	c.mu.Unlock()
	if d <= 0 { // the clock has advanced since the caller read it
		timer.expired.Store(true)
		cancel()
	}
	if d != attemptTimeout {
		c.waits <- d
	}
	return timer, func() {
		cancel()
		c.mu.Lock()
		delete(c.timers, timer)
		c.mu.Unlock()
	}
}

// advance moves the clock and ends expired waits.
func (c *fakeClock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	for timer, end := range c.timers {
		if !c.now.Before(end) {
			timer.expired.Store(true)
			timer.cancel()
		}
	}
}

// wait returns the next wait.
func (c *fakeClock) wait(t testing.TB) time.Duration {
	t.Helper()
	return receive(t, c.waits, "a wait")
}

// pass expects the next wait to have a duration, and ends it.
func (c *fakeClock) pass(t testing.TB, d time.Duration) {
	t.Helper()
	for c.wait(t) != d {
	}
	c.advance(d)
}

// receive takes the next value from a channel.
func receive[T any](t testing.TB, from <-chan T, what string) T {
	t.Helper()
	select {
	case value := <-from:
		return value
	case <-time.After(testTimeout):
		t.Fatalf("timed out waiting for %s", what)
		panic("unreachable")
	}
}
