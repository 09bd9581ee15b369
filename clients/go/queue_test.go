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

// letter is a call of that many bytes, at least two.
func letter(bytes int) call {
	return call{json: []byte(`"` + strings.Repeat("x", bytes-2) + `"`)}
}

// expectTake fails unless the next batch has so many calls; zero for none due.
func expectTake(t *testing.T, o *messageQueue, want int) []call {
	t.Helper()
	batch, _, _ := o.take()
	if len(batch) != want {
		t.Fatalf("%d calls are due, want %d", len(batch), want)
	}
	return batch
}

func TestQueue_isDueAtTheFlushCount(t *testing.T) {
	o, _ := newTestQueue(nil)
	must(t, o.add(letter(2)))
	must(t, o.add(letter(2)))
	expectTake(t, o, 0)
	must(t, o.add(letter(2)))
	must(t, o.add(letter(2)))
	expectTake(t, o, 4)
	expectTake(t, o, 0)
}

func TestQueue_isDueAtTheEndOfTheInterval(t *testing.T) {
	o, clock := newTestQueue(nil)
	clock.advance(12 * time.Second) // two intervals and a part of the third
	must(t, o.add(letter(2)))
	_, next, _ := o.take()
	if left := next.Sub(clock.Now()); left != 3*time.Second {
		t.Fatalf("due in %s", left)
	}
	clock.advance(3*time.Second - 1)
	expectTake(t, o, 0)
	clock.advance(1)
	expectTake(t, o, 1)
}

func TestQueue_countsIntervalsFromTheLastFlush(t *testing.T) {
	o, clock := newTestQueue(nil)
	clock.advance(2 * time.Second)
	for i := 0; i < 3; i++ {
		must(t, o.add(letter(2)))
	}
	expectTake(t, o, 3)
	clock.advance(4 * time.Second)
	must(t, o.add(letter(2)))
	if _, next, _ := o.take(); next.Sub(clock.Now()) != time.Second {
		t.Fatalf("due in %s", next.Sub(clock.Now()))
	}
}

func TestQueue_leavesTheRestForTheNextInterval(t *testing.T) {
	o, clock := newTestQueue(func(s *settings) { s.envelope = newEnvelope(nil, 3) })
	for i := 0; i < 4; i++ {
		must(t, o.add(letter(2)))
	}
	expectTake(t, o, 3)
	_, next, _ := o.take()
	if left := next.Sub(clock.Now()); left != 5*time.Second {
		t.Fatalf("due in %s", left)
	}
}

func TestQueue_isDueWhenABatchIsFull(t *testing.T) {
	o, _ := newTestQueue(func(s *settings) { s.flushAt = 50 })
	room := o.envelope.bytes
	must(t, o.add(letter(room/2)))
	must(t, o.add(letter(room-room/2-2-1))) // with both commas one byte short of the room
	expectTake(t, o, 0)
	must(t, o.add(letter(2)))
	expectTake(t, o, 2) // the third goes beyond it
}

func TestQueue_cutsAtTheByte(t *testing.T) {
	for extra, want := range []int{2, 1} {
		o, _ := newTestQueue(nil)
		room := o.envelope.bytes
		must(t, o.add(letter(1000)))
		must(t, o.add(letter(room-1000-len(",")+extra)))
		must(t, o.add(letter(2)))
		expectTake(t, o, want)
	}
}

func TestQueue_cutsAtTheMessage(t *testing.T) {
	o, _ := newTestQueue(func(s *settings) { s.bounds.messages = 3000 })
	for i := 0; i < 2501; i++ {
		must(t, o.add(letter(2)))
	}
	expectTake(t, o, 2500)
}

func TestQueue_boundsMessages(t *testing.T) {
	o, _ := newTestQueue(func(s *settings) { s.flushAt, s.bounds.messages = 3, 3 })
	for i := 0; i < 3; i++ {
		must(t, o.add(letter(2)))
	}
	if err := o.add(letter(2)); err != ErrQueueFull {
		t.Fatalf("one more: %v", err)
	}
	batch := expectTake(t, o, 3)
	if err := o.add(letter(2)); err != ErrQueueFull {
		t.Fatalf("while the others are sent: %v", err)
	}
	o.free(batch)
	must(t, o.add(letter(2)))
}

func TestQueue_boundsBytes(t *testing.T) {
	o, _ := newTestQueue(func(s *settings) { s.bounds.bytes = 100 })
	stamped := letter(60)
	stamped.stamped = true
	must(t, o.add(stamped)) // and 36 bytes for sentAt
	if err := o.add(letter(5)); err != ErrQueueFull {
		t.Fatalf("one byte more: %v", err)
	}
	must(t, o.add(letter(4)))
	batch := expectTake(t, o, 2) // a full queue does not wait for the flush count
	o.free(batch)
	if o.bytes != 0 || o.ready != 0 || o.calls.len != 0 {
		t.Fatalf("%d bytes, %d ready, %d calls", o.bytes, o.ready, o.calls.len)
	}
}

func TestQueue_letsWaitersInWhenThereIsRoom(t *testing.T) {
	o, _ := newTestQueue(func(s *settings) { s.bounds.messages, s.bounds.whenFull = 1, Wait })
	must(t, o.add(letter(2)))
	receive(t, o.wake, "a signal of the first")
	added := make(chan error)
	go func() { added <- o.add(letter(3)) }()
	receive(t, o.wake, "a signal of the one that waits")
	o.free(expectTake(t, o, 1))
	must(t, receive(t, added, "room"))
	if size := o.calls.at(0).size(); size != 3 {
		t.Fatalf("%d bytes", size)
	}
}

func TestQueue_sendsWaitersAwayAtClosing(t *testing.T) {
	o, _ := newTestQueue(func(s *settings) { s.bounds.messages, s.bounds.whenFull = 1, Wait })
	must(t, o.add(letter(2)))
	receive(t, o.wake, "a signal of the first")
	added := make(chan error)
	go func() { added <- o.add(letter(2)) }()
	receive(t, o.wake, "a signal of the one that waits")
	o.close()
	if err := receive(t, added, "an end of waiting"); err != ErrClosed {
		t.Fatal(err)
	}
}

func TestQueue_flushesOnlyWhatWasThere(t *testing.T) {
	o, _ := newTestQueue(nil)
	must(t, o.add(letter(2)))
	receive(t, o.wake, "a signal of the call")
	drained := make(chan bool)
	go func() { drained <- o.drain(nil) }()
	receive(t, o.wake, "a signal of the flush")
	batch := expectTake(t, o, 1)
	must(t, o.add(letter(2)))
	expectTake(t, o, 0)
	o.free(batch)
	o.settle(1)
	if !receive(t, drained, "an end of the flush") {
		t.Fatal("not drained")
	}
}

func TestQueue_signalsOnlyWhatChangesSomething(t *testing.T) {
	o, _ := newTestQueue(nil)
	for call, want := range []int{1, 0, 1} { // the first, none, the flush count
		must(t, o.add(letter(2)))
		if len(o.wake) != want {
			t.Errorf("call %d: %d signals", call, len(o.wake))
		}
		for len(o.wake) > 0 {
			<-o.wake
		}
	}
}

func TestRing_keepsOrderAcrossItsEnd(t *testing.T) {
	var r ring
	put, dropped := 0, 0
	for round := 0; round < 100; round++ {
		for i := 0; i < round%7+1; i++ {
			r.push(call{id: fmt.Sprint(put)})
			put++
		}
		for i := 0; i < r.len; i++ {
			if r.at(i).id != fmt.Sprint(dropped+i) {
				t.Fatalf("round %d: place %d has %s", round, i, r.at(i).id)
			}
		}
		some := r.len * (round % 3) / 2
		first := r.head
		r.drop(some)
		dropped += some
		if some > 0 && r.calls[first].id != "" {
			t.Fatal("what was dropped is still held")
		}
	}
	if r.len != put-dropped {
		t.Fatalf("%d left of %d", r.len, put-dropped)
	}
}
