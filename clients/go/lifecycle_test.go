package analytics

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestClose_sendsTheLastBatch(t *testing.T) {
	s := newFakeService(t)
	c, _ := newTestClient(t, s)
	for i := 0; i < 7; i++ {
		must(t, c.Track(track(fmt.Sprint(i))))
	}
	must(t, c.Close())
	if count := len(s.request(t).messages); count != 7 {
		t.Errorf("%d messages", count)
	}
}

func TestClose_withoutAnyCall(t *testing.T) {
	s := newFakeService(t)
	c, _ := newTestClient(t, s)
	must(t, c.Close())
	s.none(t)
}

func TestClose_twice(t *testing.T) {
	s := newFakeService(t)
	c, _ := newTestClient(t, s)
	must(t, c.Track(track("1")))
	must(t, c.Close())
	must(t, c.Close())
	must(t, c.Shutdown(context.Background()))
}

func TestCalls_afterClose(t *testing.T) {
	s := newFakeService(t)
	c, _ := newTestClient(t, s)
	must(t, c.Close())
	for _, err := range []error{
		c.Identify(&Identify{UserId: "u"}),
		c.Track(track("1")),
		c.Page(&Page{UserId: "u"}),
		c.Screen(&Screen{UserId: "u"}),
		c.Group(&Group{UserId: "u", GroupId: "g"}),
		c.Alias(&Alias{UserId: "u", PreviousId: "p"}),
	} {
		if err != ErrClosed {
			t.Error(err)
		}
	}
	must(t, c.Flush(context.Background()))
	s.none(t)
}

func TestClose_timesOut(t *testing.T) {
	s := newFakeService(t, reply{hold: make(chan struct{})})
	c, clock := newTestClient(t, s)
	c.Client.Timeout = time.Hour // longer than the close timeout
	must(t, c.Track(track("1")))
	closed := make(chan error)
	go func() { closed <- c.Close() }()
	s.request(t)
	clock.advance(30 * time.Second)
	if err := receive(t, closed, "the end"); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestShutdown_reportsUnsentMessages(t *testing.T) {
	hold := make(chan struct{})
	s := newFakeService(t, reply{hold: hold})
	c, _ := newTestClient(t, s)
	c.Size = 2
	results := recordResults(c)
	lines := logged(c)
	must(t, c.Track(track("0")))
	must(t, c.Track(track("1")))
	s.request(t)
	must(t, c.Track(track("2"))) // waits behind the hanging batch
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := c.Shutdown(ctx)
	want := "analytics: 3 messages were not accepted: " +
		"analytics: not sent before the shutdown ended: context canceled"
	if err == nil || err.Error() != want || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	for i := 0; i < 3; i++ {
		r := receive(t, results, "a result")
		if r.MessageId != fmt.Sprint(i) || !errors.Is(r.Err, context.Canceled) {
			t.Errorf("%+v", r)
		}
	}
	if again := c.Close(); again == nil || again.Error() != want {
		t.Errorf("the second time: %v", again)
	}
	if lines.Len() > 0 {
		t.Errorf("a shutdown is not an outage: %s", lines)
	}
	close(hold)
}

func TestShutdown_reportsUnacceptedMessages(t *testing.T) {
	for _, c := range []struct {
		reply reply
		want  string
	}{
		{reply{status: 503}, "analytics: 3 messages were not accepted: " +
			"analytics: gave up after 1 attempt: analytics: answered 503"},
		{reply{status: 401}, "analytics: 3 messages were not accepted: analytics: answered 401"},
		{reply{status: 200, body: `{"success":true,"rejected":[{"index":1,"code":"c","message":"No."}]}`},
			"analytics: 1 message was not accepted: analytics: message rejected: No. (c)"},
	} {
		client, _ := newTestClient(t, newFakeService(t, c.reply))
		client.RetryFor = time.Millisecond
		for i := 0; i < 3; i++ {
			must(t, client.Track(track(fmt.Sprint(i))))
		}
		for i := 0; i < 2; i++ {
			if err := client.Shutdown(context.Background()); err == nil || err.Error() != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		}
	}
}

func TestShutdown_returnsTheContextError(t *testing.T) {
	first := make(chan struct{})
	s := newFakeService(t, reply{status: 401, hold: first}, reply{hold: make(chan struct{})})
	c, _ := newTestClient(t, s)
	c.Size = 1
	must(t, c.Track(track("1")))
	must(t, c.Track(track("2")))
	s.request(t)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- c.Shutdown(ctx) }()
	<-c.queue.closing
	close(first)
	s.request(t) // the first is refused, the second hangs
	cancel()
	err := receive(t, ended, "the end")
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "2 messages") {
		t.Error(err)
	}
}

func TestShutdown_doesNotCountEarlierFailures(t *testing.T) {
	c, _ := newTestClient(t, newFakeService(t, reply{status: 401}))
	must(t, c.Track(track("1")))
	must(t, c.Flush(context.Background()))
	must(t, c.Track(track("2")))
	must(t, c.Shutdown(context.Background()))
}

func TestShutdown_withAnEndedContextAndNothingToDo(t *testing.T) {
	c, _ := newTestClient(t, newFakeService(t))
	must(t, c.Track(track("1")))
	must(t, c.Flush(context.Background()))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	must(t, c.Shutdown(ctx))
}

func TestShutdown_concurrently(t *testing.T) {
	s := newFakeService(t)
	c, _ := newTestClient(t, s)
	must(t, c.Track(track("1")))
	ended := make(chan error)
	for i := 0; i < 10; i++ {
		go func() { ended <- c.Close() }()
	}
	for i := 0; i < 10; i++ {
		must(t, receive(t, ended, "the end"))
	}
	s.request(t)
	s.none(t)
}

func TestClose_interruptsABackoff(t *testing.T) {
	s := newFakeService(t)
	for i := 0; i < 9; i++ {
		s.replies <- reply{status: 503}
	}
	c, clock := newTestClient(t, s)
	c.Size = 1
	results := recordResults(c)
	must(t, c.Track(track("1")))
	for _, pause := range []time.Duration{50, 100, 200, 400, 800, 1600, 3200} {
		clock.pass(t, pause*time.Millisecond)
	}
	if wait := clock.wait(t); wait != 6400*time.Millisecond {
		t.Error(wait)
	}
	closed := make(chan error)
	go func() { closed <- c.Close() }()
	clock.pass(t, 50*time.Millisecond) // retried immediately, failed again, then short delays
	must(t, receive(t, closed, "the end"))
	if r := receive(t, results, "a result"); r.Err != nil {
		t.Error(r.Err)
	}
}

func TestClose_honorsRetryAfter(t *testing.T) {
	s := newFakeService(t, reply{status: 429, header: map[string]string{"Retry-After": "10"}})
	c, clock := newTestClient(t, s)
	c.Size = 1
	must(t, c.Track(track("1")))
	if wait := clock.wait(t); wait != 10*time.Second+50*time.Millisecond {
		t.Error(wait)
	}
	closed := make(chan error)
	go func() { closed <- c.Close() }()
	clock.wait(t) // the timeout of Close
	s.request(t)
	s.none(t)
	clock.advance(10*time.Second + 50*time.Millisecond)
	must(t, receive(t, closed, "the end"))
	if sentAt := s.request(t).messages[0]["sentAt"]; sentAt != "2026-01-31T12:00:10.050Z" {
		t.Errorf("sent again at %v", sentAt)
	}
}

func TestFlush_returnsAfterTheCallback(t *testing.T) {
	s := newFakeService(t)
	c, _ := newTestClient(t, s)
	results := 0
	c.Callback = func(Result) {
		c.queue.mu.Lock()
		defer c.queue.mu.Unlock()
		if c.queue.settled > uint64(results) {
			t.Error("Flush may return before the callback")
		}
		results++
	}
	for i := 0; i < 15; i++ {
		must(t, c.Track(track(fmt.Sprint(i))))
	}
	must(t, c.Flush(context.Background()))
	if results != 15 {
		t.Errorf("%d of 15 reported", results)
	}
	must(t, c.Flush(context.Background())) // nothing to do
	must(t, c.Close())
}

func TestFlush_endsWithItsContext(t *testing.T) {
	hold := make(chan struct{})
	s := newFakeService(t, reply{hold: hold})
	c, _ := newTestClient(t, s)
	must(t, c.Track(track("1")))
	ctx, cancel := context.WithCancel(context.Background())
	flushed := make(chan error)
	go func() { flushed <- c.Flush(ctx) }()
	s.request(t)
	cancel()
	if err := receive(t, flushed, "the end"); err != context.Canceled {
		t.Error(err)
	}
	close(hold)
	must(t, c.Close()) // sending continued
}

func TestFlush_returnsTheSettingsError(t *testing.T) {
	c := New("wk_test")
	c.Endpoint = "nowhere"
	if err := c.Flush(context.Background()); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Error(err)
	}
}
