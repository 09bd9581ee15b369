package analytics

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func newTestQueue(change func(*settings)) (*messageQueue, *fakeClock) {
	s := &settings{
		envelope:   newEnvelope(nil, maxBatchMessages),
		flushAt:    3,
		flushAfter: 5 * time.Second,
		bounds:     bounds{messages: 100, bytes: 1 << 20},
	}
	if change != nil {
		change(s)
	}
	clock := newFakeClock()
	return newMessageQueue(s, clock), clock
}

// messageOf returns a message with a number of bytes, at least two.
func messageOf(bytes int) queuedMessage {
	return queuedMessage{json: []byte(`"` + strings.Repeat("x", bytes-2) + `"`)}
}

// expectTake fails unless the next batch has a number of messages; zero if none is due.
func expectTake(t *testing.T, q *messageQueue, want int) []queuedMessage {
	t.Helper()
	batch, _, _ := q.take()
	if len(batch) != want {
		t.Fatalf("%d messages are due, want %d", len(batch), want)
	}
	return batch
}

func TestQueue_isDueAtTheFlushCount(t *testing.T) {
	q, _ := newTestQueue(nil)
	must(t, q.add(messageOf(2)))
	must(t, q.add(messageOf(2)))
	expectTake(t, q, 0)
	must(t, q.add(messageOf(2)))
	must(t, q.add(messageOf(2)))
	expectTake(t, q, 4)
	expectTake(t, q, 0)
}

func TestQueue_isDueAtTheEndOfTheInterval(t *testing.T) {
	q, clock := newTestQueue(nil)
	clock.advance(12 * time.Second) // two intervals and a part of the third
	must(t, q.add(messageOf(2)))
	_, next, _ := q.take()
	if left := next.Sub(clock.Now()); left != 3*time.Second {
		t.Fatalf("due in %s", left)
	}
	clock.advance(3*time.Second - 1)
	expectTake(t, q, 0)
	clock.advance(1)
	expectTake(t, q, 1)
}

func TestQueue_countsIntervalsFromTheLastFlush(t *testing.T) {
	q, clock := newTestQueue(nil)
	clock.advance(2 * time.Second)
	for i := 0; i < 3; i++ {
		must(t, q.add(messageOf(2)))
	}
	expectTake(t, q, 3)
	clock.advance(4 * time.Second)
	must(t, q.add(messageOf(2)))
	if _, next, _ := q.take(); next.Sub(clock.Now()) != time.Second {
		t.Fatalf("due in %s", next.Sub(clock.Now()))
	}
}

func TestQueue_leavesTheRestForTheNextInterval(t *testing.T) {
	q, clock := newTestQueue(func(s *settings) { s.envelope = newEnvelope(nil, 3) })
	for i := 0; i < 4; i++ {
		must(t, q.add(messageOf(2)))
	}
	expectTake(t, q, 3)
	_, next, _ := q.take()
	if left := next.Sub(clock.Now()); left != 5*time.Second {
		t.Fatalf("due in %s", left)
	}
}

func TestQueue_isDueWhenABatchIsFull(t *testing.T) {
	q, _ := newTestQueue(func(s *settings) { s.flushAt = 50 })
	room := q.envelope.bytes
	must(t, q.add(messageOf(room/2)))
	must(t, q.add(messageOf(room-room/2-2-1))) // one byte less than the limit, with both commas
	expectTake(t, q, 0)
	must(t, q.add(messageOf(2)))
	expectTake(t, q, 2) // the third exceeds the limit
}

func TestQueue_splitsAtTheByte(t *testing.T) {
	for extra, want := range []int{2, 1} {
		q, _ := newTestQueue(nil)
		room := q.envelope.bytes
		must(t, q.add(messageOf(1000)))
		must(t, q.add(messageOf(room-1000-len(",")+extra)))
		must(t, q.add(messageOf(2)))
		expectTake(t, q, want)
	}
}

func TestQueue_splitsAtTheMessage(t *testing.T) {
	q, _ := newTestQueue(func(s *settings) { s.bounds.messages = 3000 })
	for i := 0; i < 2501; i++ {
		must(t, q.add(messageOf(2)))
	}
	expectTake(t, q, 2500)
}

func TestQueue_boundsMessages(t *testing.T) {
	q, _ := newTestQueue(func(s *settings) { s.flushAt, s.bounds.messages = 3, 3 })
	for i := 0; i < 3; i++ {
		must(t, q.add(messageOf(2)))
	}
	if err := q.add(messageOf(2)); err != ErrQueueFull {
		t.Fatalf("one more: %v", err)
	}
	batch := expectTake(t, q, 3)
	if err := q.add(messageOf(2)); err != ErrQueueFull {
		t.Fatalf("while the others are sent: %v", err)
	}
	q.free(batch)
	must(t, q.add(messageOf(2)))
}

func TestQueue_boundsBytes(t *testing.T) {
	q, _ := newTestQueue(func(s *settings) { s.bounds.bytes = 100 })
	stamped := messageOf(60)
	stamped.stamped = true
	must(t, q.add(stamped)) // and 36 bytes for sentAt
	if err := q.add(messageOf(5)); err != ErrQueueFull {
		t.Fatalf("one byte more: %v", err)
	}
	must(t, q.add(messageOf(4)))
	batch := expectTake(t, q, 2) // a full queue does not wait for the flush count
	q.free(batch)
	if q.bytes != 0 || q.ready != 0 || q.messages.len != 0 {
		t.Fatalf("%d bytes, %d ready, %d messages", q.bytes, q.ready, q.messages.len)
	}
}

func TestQueue_admitsWaitersWhenThereIsRoom(t *testing.T) {
	q, _ := newTestQueue(func(s *settings) { s.bounds.messages, s.bounds.whenFull = 1, Wait })
	must(t, q.add(messageOf(2)))
	receive(t, q.wake, "the signal of the first")
	added := make(chan error)
	go func() { added <- q.add(messageOf(3)) }()
	receive(t, q.wake, "the signal of the waiting one")
	q.free(expectTake(t, q, 1))
	must(t, receive(t, added, "room"))
	if size := q.messages.at(0).size(); size != 3 {
		t.Fatalf("%d bytes", size)
	}
}

func TestQueue_rejectsWaitersOnClose(t *testing.T) {
	q, _ := newTestQueue(func(s *settings) { s.bounds.messages, s.bounds.whenFull = 1, Wait })
	must(t, q.add(messageOf(2)))
	receive(t, q.wake, "the signal of the first")
	added := make(chan error)
	go func() { added <- q.add(messageOf(2)) }()
	receive(t, q.wake, "the signal of the waiting one")
	q.close()
	if err := receive(t, added, "the end of the wait"); err != ErrClosed {
		t.Fatal(err)
	}
}

func TestQueue_flushesOnlyQueuedMessages(t *testing.T) {
	q, _ := newTestQueue(nil)
	must(t, q.add(messageOf(2)))
	receive(t, q.wake, "the signal of the call")
	drained := make(chan bool)
	go func() { drained <- q.drain(nil) }()
	receive(t, q.wake, "the signal of the flush")
	batch := expectTake(t, q, 1)
	must(t, q.add(messageOf(2)))
	expectTake(t, q, 0)
	q.free(batch)
	q.settle(1)
	if !receive(t, drained, "the end of the flush") {
		t.Fatal("not drained")
	}
}

func TestQueue_signalsOnlyChanges(t *testing.T) {
	q, _ := newTestQueue(nil)
	for call, want := range []int{1, 0, 1} { // the first, none, the flush count
		must(t, q.add(messageOf(2)))
		if len(q.wake) != want {
			t.Errorf("call %d: %d signals", call, len(q.wake))
		}
		for len(q.wake) > 0 {
			<-q.wake
		}
	}
}

func TestRing_keepsOrderAcrossItsEnd(t *testing.T) {
	var r ring
	put, dropped := 0, 0
	for round := 0; round < 100; round++ {
		for i := 0; i < round%7+1; i++ {
			r.push(queuedMessage{id: fmt.Sprint(put)})
			put++
		}
		for i := 0; i < r.len; i++ {
			if r.at(i).id != fmt.Sprint(dropped+i) {
				t.Fatalf("round %d: index %d has %s", round, i, r.at(i).id)
			}
		}
		some := r.len * (round % 3) / 2
		first := r.head
		r.drop(some)
		dropped += some
		if some > 0 && r.messages[first].id != "" {
			t.Fatal("a dropped message is still referenced")
		}
	}
	if r.len != put-dropped {
		t.Fatalf("%d left of %d", r.len, put-dropped)
	}
}
