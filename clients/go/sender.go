package analytics

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// batchSender is the goroutine that sends the queued messages in batches, retries, and reports the
// outcome. A batch that has to be retried blocks the following ones, so messages arrive in order
// and at most one request is in flight.
type batchSender struct {
	queue     *messageQueue
	envelope  envelope
	transport *transport
	clock     clock
	random    func() float64
	retryFor  time.Duration
	report    *reporter

	// ctx ends when the sender is aborted; reason is the cause.
	ctx    context.Context
	cancel context.CancelFunc
	stop   sync.Once
	reason error

	done chan struct{}
	// The messages lost while closing, and the first cause; read after done.
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
		r := s.deliver(batch)
		if isClosed(s.queue.closing) {
			s.countLost(len(batch), r)
		}
		// Free the queue first, so that a callback may enqueue messages. Settle last, so that a flush
		// returns only after the callback.
		s.queue.free(batch)
		s.report.outcome(batch, r)
		s.queue.settle(len(batch))
	}
}

// abort makes the sender give up all unsent messages and report them.
func (s *batchSender) abort(reason error) {
	s.stop.Do(func() {
		s.reason = reason
		s.cancel()
	})
}

// next waits until a batch is due. It returns false when there will be no more.
func (s *batchSender) next() ([]queuedMessage, bool) {
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

// awaitSignal waits for a signal of the queue until a deadline.
func (s *batchSender) awaitSignal(until time.Time) {
	timer, cancel := s.clock.WithTimeout(context.Background(), until.Sub(s.clock.Now()))
	defer cancel()
	select {
	case <-s.queue.wake:
	case <-timer.Done():
	}
}

// deliver sends a batch until the service accepts or rejects it, or retrying ends.
func (s *batchSender) deliver(batch []queuedMessage) sendResult {
	start := s.clock.Now()
	closing := s.queue.closing
	if isClosed(closing) {
		closing = nil
	}
	failed := 0 // consecutive failures, for the backoff
	for attempt := 1; ; attempt++ {
		if s.ctx.Err() != nil {
			return s.aborted()
		}
		body := s.envelope.body(batch, s.clock.Now())
		s.report.sending(batch, len(body), attempt)
		r := s.transport.post(s.ctx, body, len(batch))
		if s.ctx.Err() != nil && r.retry {
			return s.aborted()
		}
		s.report.attempted(r)
		if !r.retry {
			return r
		}
		failed++
		pause := delay(failed, r.retryAfter, s.random())
		if s.retryFor >= 0 && s.clock.Now().Add(pause).Sub(start) > s.retryFor {
			r.err = fmt.Errorf("analytics: gave up after %s: %w", counted(attempt, "attempt"), r.err)
			return r
		}
		if r.retryAfter > 0 {
			s.pause(pause, nil) // Retry-After applies even while closing
		} else if s.pause(pause, closing) {
			// The client is closing and has little time: restart the backoff with short delays.
			closing, failed = nil, 0
		}
	}
}

// pause waits for a duration. It returns true if closing is closed first.
func (s *batchSender) pause(d time.Duration, closing <-chan struct{}) bool {
	timer, cancel := s.clock.WithTimeout(s.ctx, d)
	defer cancel()
	select {
	case <-timer.Done():
		return false
	case <-closing:
		return true
	}
}

func (s *batchSender) aborted() sendResult {
	err := fmt.Errorf("analytics: not sent before the shutdown ended: %w", s.reason)
	s.lostFor = err // overrides earlier causes: the caller that canceled the shutdown expects this one
	return sendResult{err: err}
}

// countLost counts the messages that a closing client could not deliver.
func (s *batchSender) countLost(messages int, r sendResult) {
	for index := 0; index < messages; index++ {
		if err := r.of(index); err != nil {
			s.lost++
			if s.lostFor == nil {
				s.lostFor = err
			}
		}
	}
}

// loss is the error of a closed client that could not deliver everything.
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

// counted formats a number of things.
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
