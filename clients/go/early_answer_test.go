package analytics

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

const unknownKey = `{"success":false,"code":"invalid_write_key","message":"No source has this key."}`

// largeBatch queues about 450 kB, which no kernel buffer here can hold.
func largeBatch(t *testing.T, c *Client) {
	t.Helper()
	for i := 0; i < 14; i++ {
		must(t, c.Track(&Track{
			UserId: "ada", Event: "Clicked", Message: Message{MessageId: fmt.Sprint(i)},
			Properties: map[string]interface{}{"x": strings.Repeat("x", 32000)},
		}))
	}
}

// outcomes flushes, ends every wait, and returns the errors of the large batch and the waits.
func outcomes(t *testing.T, c *Client, clock *fakeClock) ([]error, []time.Duration) {
	t.Helper()
	results := recordResults(c)
	largeBatch(t, c)
	for len(clock.waits) > 0 {
		<-clock.waits
	}
	flushed := make(chan error, 1)
	go func() { flushed <- c.Flush(context.Background()) }()
	var waits []time.Duration
	for {
		select {
		case wait := <-clock.waits:
			if wait < defaultFlushAfter { // not the wait for more messages
				waits = append(waits, wait)
				clock.advance(wait)
			}
		case err := <-flushed:
			must(t, err)
			must(t, c.Close())
			var errs []error
			for len(results) > 0 {
				errs = append(errs, (<-results).Err)
			}
			return errs, waits
		case <-time.After(testTimeout):
			t.Fatal("timed out waiting for the outcome")
		}
	}
}

func expectAccepted(t *testing.T, errs []error) {
	t.Helper()
	if len(errs) != 14 {
		t.Errorf("%d outcomes", len(errs))
	}
	for _, err := range errs {
		must(t, err)
	}
}

func expectUnauthorized(t *testing.T, errs []error) {
	t.Helper()
	if len(errs) != 14 {
		t.Errorf("%d outcomes", len(errs))
	}
	for _, err := range errs {
		var response *ResponseError
		if !errors.As(err, &response) || response.StatusCode != http.StatusUnauthorized {
			t.Errorf("%v", err)
		}
	}
}

func breakOff(c *rawConnection) {
	c.readHead()
	c.reset()
}

// The answer that a reset discards is the one to a request that asked first.
func TestAnswerLostInAReset_isReadByTheNextAttempt(t *testing.T) {
	refuse := func(c *rawConnection) {
		if r := c.readHead(); r != nil && asksFirst(r) {
			c.answer("401 Unauthorized", unknownKey, "Connection: close")
		} else {
			c.reset()
		}
	}
	s := newRawService(t, "127.0.0.1:0", refuse, refuse, refuse, refuse)
	c, clock := newRawClient(t, s)
	errs, waits := outcomes(t, c, clock)
	expectUnauthorized(t, errs)
	if len(waits) != 1 {
		t.Errorf("waits %v", waits)
	}
}

// The service answers and closes at once, while the client writes.
func TestRefusalBeforeTheBody_isReportedAsWhatItIs(t *testing.T) {
	refuse := func(c *rawConnection) {
		if c.readHead() != nil {
			c.answer("401 Unauthorized", unknownKey, "Connection: close")
		}
	}
	s := newRawService(t, "127.0.0.1:0", refuse, refuse, refuse, refuse)
	c, clock := newRawClient(t, s)
	errs, waits := outcomes(t, c, clock)
	expectUnauthorized(t, errs)
	if len(waits) > 1 {
		t.Errorf("waits %v", waits)
	}
}

// The status of a refusal counts, even if its text is lost.
func TestRefusalWithoutItsBody_isReportedAsWhatItIs(t *testing.T) {
	s := newRawService(t, "127.0.0.1:0", func(c *rawConnection) {
		c.readRequest()
		c.write("HTTP/1.1 401 Unauthorized\r\nContent-Length: 500\r\n\r\n{")
	})
	c, clock := newRawClient(t, s)
	errs, waits := outcomes(t, c, clock)
	expectUnauthorized(t, errs)
	if len(waits) > 0 {
		t.Errorf("waits %v", waits)
	}
}

func TestOverloadBeforeTheBody_isRetriedAfterItsTime(t *testing.T) {
	busy := func(c *rawConnection) {
		if r := c.readHead(); r != nil && asksFirst(r) {
			c.answer("429 Too Many Requests", "{}", "Retry-After: 3", "Connection: close")
		} else {
			c.reset()
		}
	}
	s := newRawService(t, "127.0.0.1:0", busy, busy)
	c, clock := newRawClient(t, s)
	errs, waits := outcomes(t, c, clock)
	expectAccepted(t, errs)
	if len(waits) != 2 || waits[1] < 3*time.Second {
		t.Errorf("waits %v", waits)
	}
}

// The write deadline of the service, or its end, hits after the body.
func TestResetInsteadOfAnAnswer_isRetried(t *testing.T) {
	s := newRawService(t, "127.0.0.1:0",
		func(c *rawConnection) {
			c.readRequest()
			c.reset()
		},
		func(c *rawConnection) {
			c.readRequest()
			c.write("HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{\"succ")
			c.reset()
		})
	c, clock := newRawClient(t, s)
	errs, waits := outcomes(t, c, clock)
	expectAccepted(t, errs)
	if len(waits) != 2 {
		t.Errorf("waits %v", waits)
	}
}

// A proxy that does not know the header never says to continue.
func TestUnansweredQuestion_isFollowedByAnAttemptWithoutIt(t *testing.T) {
	s := newRawService(t, "127.0.0.1:0", breakOff, func(c *rawConnection) {
		c.readHead()
		c.reset()
	})
	c, clock := newRawClient(t, s)
	errs, _ := outcomes(t, c, clock)
	expectAccepted(t, errs)
	receive(t, s.asked, "the first attempt")
	if !receive(t, s.asked, "the second attempt") || receive(t, s.asked, "the third attempt") {
		t.Error("the second attempt asks, the third does not")
	}
}

func TestProxyThatRefusesTheQuestion_isNotAskedAgain(t *testing.T) {
	s := newRawService(t, "127.0.0.1:0", breakOff, func(c *rawConnection) {
		c.readHead()
		c.answer("417 Expectation Failed", "", "Connection: close")
	})
	c, clock := newRawClient(t, s)
	errs, _ := outcomes(t, c, clock)
	expectAccepted(t, errs)
}

// The first connection is closed while it is idle, the second as its answer says, and then nobody
// listens.
func TestRestart_losesNothing(t *testing.T) {
	first := newRawService(t, "127.0.0.1:0",
		func(c *rawConnection) {
			c.readRequest()
			c.answer("200 OK", `{"success":true}`)
		},
		func(c *rawConnection) {
			c.readRequest()
			c.answer("200 OK", `{"success":true}`, "Connection: close")
		})
	c, clock := newRawClient(t, first)
	c.FlushAt = 1
	results := recordResults(c)
	next := func() Result {
		for {
			select {
			case wait := <-clock.waits:
				clock.advance(wait)
			case r := <-results:
				return r
			case <-time.After(testTimeout):
				t.Fatal("timed out waiting for a result")
			}
		}
	}
	for _, id := range []string{"a", "b"} {
		must(t, c.Track(track(id)))
		if r := next(); r.MessageId != id || r.Err != nil {
			t.Errorf("%+v", r)
		}
	}
	address := first.listener.Addr().String()
	must(t, first.listener.Close())
	must(t, c.Track(track("c")))
	clock.advance(clock.wait(t))
	clock.advance(clock.wait(t))
	newRawService(t, address)
	if r := next(); r.MessageId != "c" || r.Err != nil {
		t.Errorf("%+v", r)
	}
	must(t, c.Close())
}
