package analytics

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// patience is how long a test waits for what must happen, before it says that it hangs.
const patience = 20 * time.Second

// fakeClock stands still until a test moves it.
type fakeClock struct {
	// waits gets the length of every wait that begins, but for those of requests.
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
	if d <= 0 { // the time has moved on since whoever asks has looked at it
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

// advance moves the time and ends the waits that are over.
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

// wait is the next wait that begins.
func (c *fakeClock) wait(t testing.TB) time.Duration {
	t.Helper()
	return receive(t, c.waits, "a wait")
}

// pass lets the next wait of that length begin and end.
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
	case <-time.After(patience):
		t.Fatalf("there never was %s", what)
		panic("unreachable")
	}
}
