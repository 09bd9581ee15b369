package analytics

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// courier is the goroutine that sends what is in the outbox, one batch after the other, and tells
// what became of it. A batch that cannot be sent now holds up those behind it, so that messages
// arrive in order and never more than one request is on its way.
type courier struct {
	outbox   *outbox
	envelope envelope
	poster   *poster
	clock    clock
	random   func() float64
	retryFor time.Duration
	report   *reporter

	// ctx ends when the courier is told to stop in the middle of what it does; reason says why.
	ctx    context.Context
	cancel context.CancelFunc
	stop   sync.Once
	reason error

	done chan struct{}
	// What was not accepted once the client was closing, and why; read after done.
	lost    int
	lostFor error
}

func (c *courier) run() {
	defer close(c.done)
	defer c.cancel()
	for {
		batch, ok := c.next()
		if !ok {
			return
		}
		v := c.deliver(batch)
		if isClosed(c.outbox.closing) {
			c.countLost(len(batch), v)
		}
		// Room first, so that a callback may queue more; counted last, so that whoever waits
		// for a flush finds that the callback was called.
		c.outbox.free(batch)
		c.report.outcome(batch, v)
		c.outbox.settle(len(batch))
	}
}

// abort makes the courier give up what is not sent yet, and tell so.
func (c *courier) abort(reason error) {
	c.stop.Do(func() {
		c.reason = reason
		c.cancel()
	})
}

// next waits until a batch is due. It reports false when there will be no more.
func (c *courier) next() ([]call, bool) {
	for {
		batch, at, open := c.outbox.take()
		switch {
		case batch != nil:
			return batch, true
		case !open:
			return nil, false
		case at.IsZero():
			<-c.outbox.wake
		default:
			c.awaitSignal(at)
		}
	}
}

// awaitSignal waits for a signal of the outbox, but not beyond that time.
func (c *courier) awaitSignal(until time.Time) {
	timer, cancel := c.clock.WithTimeout(context.Background(), until.Sub(c.clock.Now()))
	defer cancel()
	select {
	case <-c.outbox.wake:
	case <-timer.Done():
	}
}

// deliver sends a batch until the service has decided about it, or nothing more can be hoped for.
func (c *courier) deliver(batch []call) verdict {
	begun := c.clock.Now()
	hurry := c.outbox.closing
	if isClosed(hurry) {
		hurry = nil
	}
	failed := 0 // attempts in a row, for the length of the pauses
	for attempt := 1; ; attempt++ {
		if c.ctx.Err() != nil {
			return c.aborted()
		}
		body := c.envelope.body(batch, c.clock.Now())
		c.report.sending(batch, len(body), attempt)
		v := c.poster.post(c.ctx, body, len(batch))
		if c.ctx.Err() != nil && v.retry {
			return c.aborted()
		}
		c.report.attempted(v)
		if !v.retry {
			return v
		}
		failed++
		pause := delay(failed, v.retryAfter, c.random())
		if c.retryFor >= 0 && c.clock.Now().Add(pause).Sub(begun) > c.retryFor {
			v.err = fmt.Errorf("analytics: gave up after %s: %w", counted(attempt, "attempt"), v.err)
			return v
		}
		if v.retryAfter > 0 {
			c.pause(pause, nil) // the service's own wish, also in a hurry
		} else if c.pause(pause, hurry) {
			// The program is closing and will not wait for long: begin anew with short pauses.
			hurry, failed = nil, 0
		}
	}
}

// pause waits that long, or until hurry is closed; then it reports true.
func (c *courier) pause(d time.Duration, hurry <-chan struct{}) bool {
	timer, cancel := c.clock.WithTimeout(c.ctx, d)
	defer cancel()
	select {
	case <-timer.Done():
		return false
	case <-hurry:
		return true
	}
}

func (c *courier) aborted() verdict {
	err := fmt.Errorf("analytics: not sent before the shutdown ended: %w", c.reason)
	c.lostFor = err // whatever else was lost before: whoever ended the shutdown asks for this
	return verdict{err: err}
}

// countLost counts what a closing client could not hand over.
func (c *courier) countLost(messages int, v verdict) {
	for place := 0; place < messages; place++ {
		if err := v.of(place); err != nil {
			c.lost++
			if c.lostFor == nil {
				c.lostFor = err
			}
		}
	}
}

// loss is the error of a closed client that could not hand everything over.
func (c *courier) loss() error {
	if c.lost == 0 {
		return nil
	}
	were := "were"
	if c.lost == 1 {
		were = "was"
	}
	return fmt.Errorf("analytics: %s %s not accepted: %w", counted(c.lost, "message"), were, c.lostFor)
}

// counted is a number of things in words.
func counted(count int, thing string) string {
	if count == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", count, thing)
}

func isClosed(channel <-chan struct{}) bool {
	select {
	case <-channel:
		return true
	default:
		return false
	}
}
