package analytics

import (
	"sync"
	"time"
)

// queue holds the calls that are not settled yet, oldest first, within bounds: those that are
// being sent, and those that wait behind them. Any goroutine may use it; only the sender takes
// and settles.
//
// When to send is decided here: a batch is due when enough calls wait, when somebody wants them
// flushed, when there is no room left, at closing, and in any case at the end of each interval. The
// intervals follow one another from the last flush on; an idle queue does not keep count of them,
// so that an idle program never wakes up.
type messageQueue struct {
	envelope   envelope
	flushAt    int
	flushAfter time.Duration
	bounds     bounds
	clock      clock

	// wake tells the sender to look again. It holds one signal, for a sender that is busy.
	wake chan struct{}
	// closing is closed when nothing more is let in.
	closing chan struct{}

	mu        sync.Mutex
	calls     ring
	sending   int // the first so many are with the sender
	bytes     int // of all of them
	ready     int // bytes of those that wait
	put       uint64
	settled   uint64
	flushed   uint64 // calls up to this one go without waiting for more
	lastFlush time.Time
	flushBy   time.Time // when the calls that wait are due at the latest
	closed    bool
	progress  chan struct{} // closed and replaced whenever calls are settled, and at closing
}

// bounds say how much an queue holds, and what a call does that finds it full.
type bounds struct {
	messages int
	bytes    int
	whenFull FullPolicy
}

func newMessageQueue(s *settings, clock clock) *messageQueue {
	return &messageQueue{
		envelope:   s.envelope,
		flushAt:    s.flushAt,
		flushAfter: s.flushAfter,
		bounds:     s.bounds,
		clock:      clock,
		wake:       make(chan struct{}, 1),
		closing:    make(chan struct{}),
		lastFlush:  clock.Now(),
		progress:   make(chan struct{}),
	}
}

// add puts a call in, or says why not.
func (q *messageQueue) add(c call) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		if q.closed {
			return ErrClosed
		}
		if q.calls.len < q.bounds.messages && q.bytes+c.size() <= q.bounds.bytes {
			break
		}
		q.flush()
		if q.bounds.whenFull == Refuse {
			return ErrQueueFull
		}
		q.awaitProgress(nil)
	}
	q.calls.push(c)
	q.bytes += c.size()
	q.ready += c.size() + len(",")
	q.put++
	if q.waiting() == 1 {
		q.flushBy = q.intervalEnd(q.clock.Now())
		q.signal()
	} else if q.due() { // calls before that one change nothing for the sender
		q.signal()
	}
	return nil
}

// take gives the sender the next batch, if one is due. Otherwise it says when to look again: at
// that time, or only after a signal where that is zero. It reports false when there is nothing left
// and nothing will come.
func (q *messageQueue) take() (batch []call, next time.Time, open bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	select { // a signal of before tells nothing that is not seen here
	case <-q.wake:
	default:
	}
	if q.waiting() == 0 {
		return nil, time.Time{}, !q.closed
	}
	now := q.clock.Now()
	if !q.due() && now.Before(q.flushBy) {
		return nil, q.flushBy, true
	}
	q.lastFlush, q.flushBy = now, now.Add(q.flushAfter)
	return q.cut(), time.Time{}, true
}

// cut takes as many of the waiting calls as fit into one request.
func (q *messageQueue) cut() []call {
	count, bytes := 0, 0
	for count < q.waiting() && count < q.envelope.messages {
		more := q.calls.at(q.sending+count).size() + len(",")
		if bytes+more-len(",") > q.envelope.bytes { // the last one has no comma
			break
		}
		bytes += more
		count++
	}
	batch := make([]call, count)
	for i := range batch {
		batch[i] = q.calls.at(q.sending + i)
	}
	q.sending += count
	q.ready -= bytes
	return batch
}

// free makes room: what became of the batch being sent is known.
func (q *messageQueue) free(batch []call) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, c := range batch {
		q.bytes -= c.size()
	}
	q.calls.drop(len(batch))
	q.sending -= len(batch)
	q.announce()
}

// settle counts calls whose fate everybody has been told.
func (q *messageQueue) settle(count int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.settled += uint64(count)
	q.announce()
}

// drain sends what is there without waiting for more, and returns when all of it is settled, or
// when the channel is closed; then it reports false.
func (q *messageQueue) drain(stop <-chan struct{}) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.flush()
	for upTo := q.put; q.settled < upTo; {
		if !q.awaitProgress(stop) {
			return false
		}
	}
	return true
}

// close lets nothing more in. What is there becomes due.
func (q *messageQueue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.closed = true
		close(q.closing)
		q.announce()
		q.signal()
	}
}

// The rest is called with the lock held.

func (q *messageQueue) waiting() int { return q.calls.len - q.sending }

func (q *messageQueue) due() bool {
	taken := q.put - uint64(q.waiting())
	return q.closed ||
		taken < q.flushed ||
		q.waiting() >= q.flushAt ||
		q.ready >= q.envelope.bytes
}

// intervalEnd is when the interval ends that contains this moment.
func (q *messageQueue) intervalEnd(now time.Time) time.Time {
	passed := now.Sub(q.lastFlush)
	return q.lastFlush.Add(passed - passed%q.flushAfter + q.flushAfter)
}

func (q *messageQueue) flush() {
	if q.waiting() > 0 {
		q.flushed = q.put
		q.signal()
	}
}

func (q *messageQueue) signal() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

func (q *messageQueue) announce() {
	close(q.progress)
	q.progress = make(chan struct{})
}

// awaitProgress lets go of the lock while it waits. It reports false if the channel was closed.
func (q *messageQueue) awaitProgress(stop <-chan struct{}) bool {
	progress := q.progress
	q.mu.Unlock()
	defer q.mu.Lock()
	select {
	case <-progress:
		return true
	case <-stop:
		return false
	}
}
