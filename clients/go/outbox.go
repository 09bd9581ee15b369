package analytics

import (
	"sync"
	"time"
)

// outbox holds the calls that are not settled yet, oldest first, within bounds: those that are
// being sent, and those that wait behind them. Any goroutine may use it; only the courier takes
// and settles.
//
// When to send is decided here: a batch is due when enough calls wait, when somebody wants them
// flushed, when there is no room left, at closing, and in any case at the end of each interval. The
// intervals follow one another from the last flush on; an idle outbox does not keep count of them,
// so that an idle program never wakes up.
type outbox struct {
	envelope   envelope
	flushAt    int
	flushAfter time.Duration
	bounds     bounds
	clock      clock

	// wake tells the courier to look again. It holds one signal, for a courier that is busy.
	wake chan struct{}
	// closing is closed when nothing more is let in.
	closing chan struct{}

	mu        sync.Mutex
	calls     ring
	sending   int // the first so many are with the courier
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

// bounds say how much an outbox holds, and what a call does that finds it full.
type bounds struct {
	messages int
	bytes    int
	whenFull FullPolicy
}

func newOutbox(s *settings, clock clock) *outbox {
	return &outbox{
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
func (o *outbox) add(c call) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	for {
		if o.closed {
			return ErrClosed
		}
		if o.calls.len < o.bounds.messages && o.bytes+c.size() <= o.bounds.bytes {
			break
		}
		o.flush()
		if o.bounds.whenFull == Refuse {
			return ErrQueueFull
		}
		o.awaitProgress(nil)
	}
	o.calls.push(c)
	o.bytes += c.size()
	o.ready += c.size() + len(",")
	o.put++
	if o.waiting() == 1 {
		o.flushBy = o.intervalEnd(o.clock.Now())
		o.signal()
	} else if o.due() { // calls before that one change nothing for the courier
		o.signal()
	}
	return nil
}

// take gives the courier the next batch, if one is due. Otherwise it says when to look again: at
// that time, or only after a signal where that is zero. It reports false when there is nothing left
// and nothing will come.
func (o *outbox) take() (batch []call, next time.Time, open bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	select { // a signal of before tells nothing that is not seen here
	case <-o.wake:
	default:
	}
	if o.waiting() == 0 {
		return nil, time.Time{}, !o.closed
	}
	now := o.clock.Now()
	if !o.due() && now.Before(o.flushBy) {
		return nil, o.flushBy, true
	}
	o.lastFlush, o.flushBy = now, now.Add(o.flushAfter)
	return o.cut(), time.Time{}, true
}

// cut takes as many of the waiting calls as fit into one request.
func (o *outbox) cut() []call {
	count, bytes := 0, 0
	for count < o.waiting() && count < o.envelope.messages {
		more := o.calls.at(o.sending+count).size() + len(",")
		if bytes+more-len(",") > o.envelope.bytes { // the last one has no comma
			break
		}
		bytes += more
		count++
	}
	batch := make([]call, count)
	for i := range batch {
		batch[i] = o.calls.at(o.sending + i)
	}
	o.sending += count
	o.ready -= bytes
	return batch
}

// free makes room: what became of the batch being sent is known.
func (o *outbox) free(batch []call) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, c := range batch {
		o.bytes -= c.size()
	}
	o.calls.drop(len(batch))
	o.sending -= len(batch)
	o.announce()
}

// settle counts calls whose fate everybody has been told.
func (o *outbox) settle(count int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.settled += uint64(count)
	o.announce()
}

// drain sends what is there without waiting for more, and returns when all of it is settled, or
// when the channel is closed; then it reports false.
func (o *outbox) drain(stop <-chan struct{}) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flush()
	for upTo := o.put; o.settled < upTo; {
		if !o.awaitProgress(stop) {
			return false
		}
	}
	return true
}

// close lets nothing more in. What is there becomes due.
func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed {
		o.closed = true
		close(o.closing)
		o.announce()
		o.signal()
	}
}

// The rest is called with the lock held.

func (o *outbox) waiting() int { return o.calls.len - o.sending }

func (o *outbox) due() bool {
	taken := o.put - uint64(o.waiting())
	return o.closed ||
		taken < o.flushed ||
		o.waiting() >= o.flushAt ||
		o.ready >= o.envelope.bytes
}

// intervalEnd is when the interval ends that contains this moment.
func (o *outbox) intervalEnd(now time.Time) time.Time {
	passed := now.Sub(o.lastFlush)
	return o.lastFlush.Add(passed - passed%o.flushAfter + o.flushAfter)
}

func (o *outbox) flush() {
	if o.waiting() > 0 {
		o.flushed = o.put
		o.signal()
	}
}

func (o *outbox) signal() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

func (o *outbox) announce() {
	close(o.progress)
	o.progress = make(chan struct{})
}

// awaitProgress lets go of the lock while it waits. It reports false if the channel was closed.
func (o *outbox) awaitProgress(stop <-chan struct{}) bool {
	progress := o.progress
	o.mu.Unlock()
	defer o.mu.Lock()
	select {
	case <-progress:
		return true
	case <-stop:
		return false
	}
}
