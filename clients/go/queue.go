package analytics

import (
	"sync"
	"time"
)

// messageQueue is a bounded queue of messages, oldest first: the batch being sent, and the
// messages waiting behind it. Any goroutine may use it; only the sender takes and settles.
// The queue decides when to send. A batch is due when enough messages wait, on a flush, when the
// queue is full, on close, and at the end of each flush interval. Intervals start at the last
// flush; an empty queue does not track them, so an idle program never wakes up.
type messageQueue struct {
	envelope   envelope
	flushAt    int
	flushAfter time.Duration
	bounds     bounds
	clock      clock

	// wake signals the sender to check the queue. It buffers one signal.
	wake chan struct{}
	// closing is closed when the queue accepts no more messages.
	closing chan struct{}

	mu        sync.Mutex
	messages  ring
	sending   int // number of messages taken by the sender, at the head
	bytes     int // of all messages
	ready     int // bytes of waiting messages
	put       uint64
	settled   uint64
	flushed   uint64 // messages up to this number are due now
	lastFlush time.Time
	flushBy   time.Time // deadline for the waiting messages
	closed    bool
	progress  chan struct{} // closed and replaced when messages are settled and on close
}

// bounds limit the queue, and define what a call does when it is full.
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

// add enqueues a message, or returns why it cannot.
func (q *messageQueue) add(m queuedMessage) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		if q.closed {
			return ErrClosed
		}
		if q.messages.len < q.bounds.messages && q.bytes+m.size() <= q.bounds.bytes {
			break
		}
		q.flush()
		if q.bounds.whenFull == Refuse {
			return ErrQueueFull
		}
		q.awaitProgress(nil)
	}
	q.messages.push(m)
	q.bytes += m.size()
	q.ready += m.size() + len(",")
	q.put++
	if q.waiting() == 1 {
		q.flushBy = q.intervalEnd(q.clock.Now())
		q.signal()
	} else if q.due() { // earlier messages do not change when a batch is due
		q.signal()
	}
	return nil
}

// take returns the next batch if one is due. Otherwise it returns when to check again: at that
// time, or only after a signal if it is zero. open is false when the queue is closed and empty.
func (q *messageQueue) take() (batch []queuedMessage, next time.Time, open bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	select { // drop a pending signal; this call sees its effect
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

// cut takes as many waiting messages as fit into one request.
func (q *messageQueue) cut() []queuedMessage {
	count, bytes := 0, 0
	for count < q.waiting() && count < q.envelope.messages {
		more := q.messages.at(q.sending+count).size() + len(",")
		if bytes+more-len(",") > q.envelope.bytes { // the last one has no comma
			break
		}
		bytes += more
		count++
	}
	batch := make([]queuedMessage, count)
	for i := range batch {
		batch[i] = q.messages.at(q.sending + i)
	}
	q.sending += count
	q.ready -= bytes
	return batch
}

// free removes a batch whose outcome is known, which makes room.
func (q *messageQueue) free(batch []queuedMessage) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, m := range batch {
		q.bytes -= m.size()
	}
	q.messages.drop(len(batch))
	q.sending -= len(batch)
	q.announce()
}

// settle counts messages whose outcome has been reported.
func (q *messageQueue) settle(count int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.settled += uint64(count)
	q.announce()
}

// drain flushes the queue and waits until everything queued now is settled. It returns false if
// stop is closed first.
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

// close rejects further messages and makes the queued ones due.
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

// The methods below require the lock.

func (q *messageQueue) waiting() int { return q.messages.len - q.sending }

func (q *messageQueue) due() bool {
	taken := q.put - uint64(q.waiting())
	return q.closed ||
		taken < q.flushed ||
		q.waiting() >= q.flushAt ||
		q.ready >= q.envelope.bytes
}

// intervalEnd returns the end of the flush interval that contains a time.
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

// awaitProgress releases the lock while it waits. It returns false if stop is closed.
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
