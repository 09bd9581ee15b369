package analytics

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// sender is the goroutine that sends what is in the queue, one batch after the other, and tells
// what became of it. A batch that cannot be sent now holds up those behind it, so that messages
// arrive in order and never more than one request is on its way.
type batchSender struct {
	queue     *messageQueue
	envelope  envelope
	transport *transport
	clock     clock
	random    func() float64
	retryFor  time.Duration
	report    *reporter

	// ctx ends when the sender is told to stop in the middle of what it does; reason says why.
	ctx    context.Context
	cancel context.CancelFunc
	stop   sync.Once
	reason error

	done chan struct{}
	// What was not accepted once the client was closing, and why; read after done.
	lost    int
	lostFor error
}

func (s *batchSender) run() {
	defer close(s.done)
	defer s.cancel()
	for {
		batch, ok := s.next()
		if !ok {
			return
		}
		v := s.deliver(batch)
		if isClosed(s.queue.closing) {
			s.countLost(len(batch), v)
		}
		// Room first, so that a callback may queue more; counted last, so that whoever waits
		// for a flush finds that the callback was called.
		s.queue.free(batch)
		s.report.outcome(batch, v)
		s.queue.settle(len(batch))
	}
}

// abort makes the sender give up what is not sent yet, and tell so.
func (s *batchSender) abort(reason error) {
	s.stop.Do(func() {
		s.reason = reason
		s.cancel()
	})
}

// next waits until a batch is due. It reports false when there will be no more.
func (s *batchSender) next() ([]call, bool) {
	for {
		batch, at, open := s.queue.take()
		switch {
		case batch != nil:
			return batch, true
		case !open:
			return nil, false
		case at.IsZero():
			<-s.queue.wake
		default:
			s.awaitSignal(at)
		}
	}
}

// awaitSignal waits for a signal of the queue, but not beyond that time.
func (s *batchSender) awaitSignal(until time.Time) {
	timer, cancel := s.clock.WithTimeout(context.Background(), until.Sub(s.clock.Now()))
	defer cancel()
	select {
	case <-s.queue.wake:
	case <-timer.Done():
	}
}

// deliver sends a batch until the service has decided about it, or nothing more can be hoped for.
func (s *batchSender) deliver(batch []call) verdict {
	begun := s.clock.Now()
	hurry := s.queue.closing
	if isClosed(hurry) {
		hurry = nil
	}
	failed := 0 // attempts in a row, for the length of the pauses
	for attempt := 1; ; attempt++ {
		if s.ctx.Err() != nil {
			return s.aborted()
		}
		body := s.envelope.body(batch, s.clock.Now())
		s.report.sending(batch, len(body), attempt)
		v := s.transport.post(s.ctx, body, len(batch))
		if s.ctx.Err() != nil && v.retry {
			return s.aborted()
		}
		s.report.attempted(v)
		if !v.retry {
			return v
		}
		failed++
		pause := delay(failed, v.retryAfter, s.random())
		if s.retryFor >= 0 && s.clock.Now().Add(pause).Sub(begun) > s.retryFor {
			v.err = fmt.Errorf("analytics: gave up after %s: %w", counted(attempt, "attempt"), v.err)
			return v
		}
		if v.retryAfter > 0 {
			s.pause(pause, nil) // the service's own wish, also in a hurry
		} else if s.pause(pause, hurry) {
			// The program is closing and will not wait for long: begin anew with short pauses.
			hurry, failed = nil, 0
		}
	}
}

// pause waits that long, or until hurry is closed; then it reports true.
func (s *batchSender) pause(d time.Duration, hurry <-chan struct{}) bool {
	timer, cancel := s.clock.WithTimeout(s.ctx, d)
	defer cancel()
	select {
	case <-timer.Done():
		return false
	case <-hurry:
		return true
	}
}

func (s *batchSender) aborted() verdict {
	err := fmt.Errorf("analytics: not sent before the shutdown ended: %w", s.reason)
	s.lostFor = err // whatever else was lost before: whoever ended the shutdown asks for this
	return verdict{err: err}
}

// countLost counts what a closing client could not hand over.
func (s *batchSender) countLost(messages int, v verdict) {
	for place := 0; place < messages; place++ {
		if err := v.of(place); err != nil {
			s.lost++
			if s.lostFor == nil {
				s.lostFor = err
			}
		}
	}
}

// loss is the error of a closed client that could not hand everything over.
func (s *batchSender) loss() error {
	if s.lost == 0 {
		return nil
	}
	were := "were"
	if s.lost == 1 {
		were = "was"
	}
	return fmt.Errorf("analytics: %s %s not accepted: %w", counted(s.lost, "message"), were, s.lostFor)
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
