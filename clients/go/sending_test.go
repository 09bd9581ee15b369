package analytics

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestRequest(t *testing.T) {
	s := newFakeService(t)
	c, _ := newTestClient(t, s)
	must(t, c.Track(track("1")))
	must(t, c.Close())
	r := s.request(t)
	if r.method != "POST" || r.path != "/v1/batch" || r.key != "wk_test" ||
		r.header.Get("Content-Type") != "application/json" ||
		r.header.Get("User-Agent") != "postrider-go/1.0.0" {
		t.Errorf("%+v", r)
	}
}

func TestFlushCount_sendsWithoutWaiting(t *testing.T) {
	s := newFakeService(t)
	c, clock := newTestClient(t, s)
	c.Size = 3
	must(t, c.Track(track("1")))
	must(t, c.Track(track("2")))
	clock.wait(t) // waits for more messages or the interval
	s.none(t)
	must(t, c.Track(track("3")))
	if ids := s.request(t).ids(); !reflect.DeepEqual(ids, []string{"1", "2", "3"}) {
		t.Error(ids)
	}
	must(t, c.Close())
}

func TestFlushInterval_sendsASmallerBatch(t *testing.T) {
	s := newFakeService(t)
	c, clock := newTestClient(t, s)
	c.FlushAfter = 7 * time.Second
	must(t, c.Track(track("1")))
	if wait := clock.wait(t); wait != 7*time.Second {
		t.Error(wait)
	}
	clock.advance(7 * time.Second)
	s.request(t)
	must(t, c.Close())
}

func TestFlushCountOfOne_sendsEveryCallAlone(t *testing.T) {
	hold := make(chan struct{})
	s := newFakeService(t, reply{hold: hold})
	c, _ := newTestClient(t, s)
	c.Size = 1
	for i := 0; i < 5; i++ {
		must(t, c.Track(track(fmt.Sprint(i)))) // the last ones while the first is being sent
	}
	close(hold)
	must(t, c.Close())
	for i := 0; i < 5; i++ {
		if ids := s.request(t).ids(); !reflect.DeepEqual(ids, []string{fmt.Sprint(i)}) {
			t.Error(ids)
		}
	}
}

func TestBacklog_isSentInOneBatch(t *testing.T) {
	hold := make(chan struct{})
	s := newFakeService(t, reply{hold: hold})
	c, _ := newTestClient(t, s)
	c.Size = 2
	must(t, c.Track(track("a")))
	must(t, c.Track(track("b")))
	s.request(t)
	for i := 0; i < 100; i++ {
		must(t, c.Track(track(fmt.Sprint(i))))
	}
	close(hold)
	if count := len(s.request(t).messages); count != 100 {
		t.Errorf("%d messages", count)
	}
	must(t, c.Close())
}

func TestIdleClient_hasNoTimer(t *testing.T) {
	s := newFakeService(t)
	c, clock := newTestClient(t, s)
	must(t, c.Track(track("1")))
	must(t, c.Flush(context.Background()))
	for len(clock.waits) > 0 {
		<-clock.waits
	}
	clock.advance(time.Hour)
	must(t, c.Flush(context.Background()))
	if len(clock.waits) != 0 {
		t.Error("an idle client has a timer")
	}
	must(t, c.Close())
}

func TestTimes_onlyGeneratedOnesHaveSentAt(t *testing.T) {
	s := newFakeService(t, reply{status: 503})
	c, clock := newTestClient(t, s)
	must(t, c.Track(&Track{UserId: "u", Event: "now"}))
	must(t, c.Track(&Track{UserId: "u", Event: "then", Timestamp: "2009-11-10"}))
	must(t, c.Track(&Track{UserId: "u", Event: "the old way", Message: Message{
		Timestamp: "2010-11-10", SentAt: "ignored", Type: "ignored"}}))
	must(t, c.Track(&Track{UserId: "u", Event: "both", Timestamp: "2011-11-10",
		Message: Message{Timestamp: "2012-11-10"}}))
	clock.pass(t, 5*time.Second)
	check := func(sentAt string) {
		t.Helper()
		m := s.request(t).messages
		if m[0]["timestamp"] != "2026-01-31T12:00:00.000Z" || m[0]["sentAt"] != sentAt {
			t.Errorf("%v", m[0])
		}
		for i, timestamp := range []string{"2009-11-10", "2010-11-10", "2011-11-10"} {
			if m[i+1]["timestamp"] != timestamp || m[i+1]["sentAt"] != nil || m[i+1]["type"] != "track" {
				t.Errorf("%v", m[i+1])
			}
		}
	}
	check("2026-01-31T12:00:05.000Z")
	clock.pass(t, 50*time.Millisecond)
	check("2026-01-31T12:00:05.050Z") // new in the second attempt
	must(t, c.Close())
}

func TestRetries_sendTheSameWithGrowingDelays(t *testing.T) {
	s := newFakeService(t, reply{status: 408}, reply{status: 425}, reply{status: 503, body: "no"},
		reply{status: 504}, reply{status: 200, body: `{}`, cut: true})
	c, clock := newTestClient(t, s)
	results := recordResults(c)
	c.FlushAt = 2
	must(t, c.Identify(&Identify{UserId: "u"}))
	must(t, c.Identify(&Identify{UserId: "v"}))
	first := s.request(t)
	for _, pause := range []time.Duration{50, 100, 200, 400, 800} {
		clock.pass(t, pause*time.Millisecond)
		if ids := s.request(t).ids(); !reflect.DeepEqual(ids, first.ids()) {
			t.Errorf("%v, first %v", ids, first.ids())
		}
	}
	must(t, c.Close())
	for _, id := range first.ids() {
		if r := receive(t, results, "a result"); r.MessageId != id || r.Err != nil {
			t.Errorf("%+v", r)
		}
	}
	s.none(t)
}

func TestTooManyRequests_honorsRetryAfter(t *testing.T) {
	s := newFakeService(t,
		reply{status: 429, header: map[string]string{"Retry-After": "7"}},
		reply{status: 503, header: map[string]string{"Retry-After": "Sat, 31 Jan 2026 12:01:07 GMT"}})
	c, clock := newTestClient(t, s)
	c.Size = 1
	must(t, c.Track(track("1")))
	if wait := clock.wait(t); wait != 7*time.Second+50*time.Millisecond {
		t.Error(wait)
	}
	clock.advance(7 * time.Second)
	s.request(t)
	s.none(t) // not before the jitter has passed
	clock.advance(50 * time.Millisecond)
	if wait := clock.wait(t); wait != 60*time.Second-50*time.Millisecond+100*time.Millisecond {
		t.Error(wait)
	}
	clock.advance(2 * time.Minute)
	must(t, c.Close())
}

func TestUnreachableService_isRetriedUntilItResponds(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	address := listener.Addr().String()
	must(t, listener.Close())

	s := newFakeService(t)
	c, clock := newTestClient(t, s)
	c.Endpoint = "http://" + address
	c.Size = 1
	results := recordResults(c)
	must(t, c.Track(track("1")))
	for i := 0; i < 3; i++ {
		clock.advance(clock.wait(t))
	}
	listener, err = net.Listen("tcp", address)
	must(t, err)
	back := &http.Server{Handler: s}
	go back.Serve(listener)
	defer back.Close()
	for result := false; !result; {
		select {
		case wait := <-clock.waits: // the last attempt may have been before the start of the service
			clock.advance(wait)
		case r := <-results:
			must(t, r.Err)
			result = true
		case <-time.After(testTimeout):
			t.Fatal("timed out waiting for a result")
		}
	}
	must(t, c.Close())
}

func TestSlowService_timesOutAndIsRetried(t *testing.T) {
	s := newFakeService(t, reply{hold: make(chan struct{})})
	c, clock := newTestClient(t, s)
	c.Size = 1
	results := recordResults(c)
	must(t, c.Track(track("1")))
	s.request(t)
	clock.advance(attemptTimeout)
	clock.advance(clock.wait(t))
	if ids := s.request(t).ids(); !reflect.DeepEqual(ids, []string{"1"}) {
		t.Error(ids)
	}
	if r := receive(t, results, "a result"); r.Err != nil {
		t.Error(r.Err)
	}
	must(t, c.Close())
}

func TestPermanentFailures_areReportedAndNotRetried(t *testing.T) {
	for _, status := range []int{400, 401, 403, 404, 413} {
		s := newFakeService(t, reply{status: status, body: `{"code":"some_code","message":"Words."}`})
		c, _ := newTestClient(t, s)
		results := recordResults(c)
		must(t, c.Track(track("1")))
		must(t, c.Group(&Group{UserId: "u", GroupId: "g"}))
		must(t, c.Flush(context.Background()))
		must(t, c.Close())
		for _, kind := range []string{"track", "group"} {
			r := receive(t, results, "a result")
			var response *ResponseError
			if r.Type != kind || !errors.As(r.Err, &response) || *response !=
				(ResponseError{StatusCode: status, Code: "some_code", Message: "Words."}) {
				t.Errorf("%d: %+v", status, r)
			}
		}
		s.request(t)
		s.none(t)
	}
}

func TestSuccessFromSomethingElse_isReportedAndNotRetried(t *testing.T) {
	for _, r := range []reply{
		{status: 200, body: "<html>Welcome</html>"}, {status: 200}, {status: 204},
	} {
		s := newFakeService(t, r)
		c, _ := newTestClient(t, s)
		results := recordResults(c)
		must(t, c.Track(track("1")))
		must(t, c.Flush(context.Background()))
		r := receive(t, results, "a result")
		if r.Err == nil || !strings.Contains(r.Err.Error(), s.URL+"/v1/batch") {
			t.Error(r.Err)
		}
		s.request(t)
		s.none(t)
		must(t, c.Close())
	}
}

func TestRejectedMessages_areReportedWithTheirReason(t *testing.T) {
	for _, status := range []int{200, 400} {
		s := newFakeService(t, reply{status: status, body: `{"success":` +
			fmt.Sprint(status == 200) + `,"code":"c","message":"m","rejected":[
			{"index":1,"messageId":"1","code":"timestamp_invalid","message":"No time."}]}`})
		c, _ := newTestClient(t, s)
		results := recordResults(c)
		for i := 0; i < 3; i++ {
			must(t, c.Track(track(fmt.Sprint(i))))
		}
		must(t, c.Flush(context.Background()))
		must(t, c.Close())
		for i := 0; i < 3; i++ {
			r := receive(t, results, "a result")
			var rejected *RejectedError
			if errors.As(r.Err, &rejected) != (i == 1) || r.MessageId != fmt.Sprint(i) {
				t.Errorf("%d: %+v", status, r)
			}
			if i == 1 && (rejected.Code != "timestamp_invalid" ||
				!strings.Contains(string(r.Body), `"messageId":"1"`)) {
				t.Errorf("%d: %+v", status, r)
			}
			if i != 1 && (r.Err == nil) != (status == 200) {
				t.Errorf("%d: %+v", status, r)
			}
		}
	}
}

func TestRedirect_isNotFollowed(t *testing.T) {
	s := newFakeService(t, reply{status: 302, header: map[string]string{"Location": "/elsewhere"}})
	c, _ := newTestClient(t, s)
	results := recordResults(c)
	must(t, c.Track(track("1")))
	must(t, c.Flush(context.Background()))
	must(t, c.Close())
	r := receive(t, results, "a result")
	if r.Err == nil || r.Err.Error() != "analytics: answered 302: the service is at /elsewhere" {
		t.Error(r.Err)
	}
	s.request(t)
	s.none(t)
}

func TestRetryFor_ends(t *testing.T) {
	s := newFakeService(t)
	for i := 0; i < 3; i++ {
		s.replies <- reply{status: 503}
	}
	c, clock := newTestClient(t, s)
	c.Size, c.RetryFor = 1, 150*time.Millisecond // delays of 50 and 100 fit exactly
	results := recordResults(c)
	must(t, c.Track(track("1")))
	clock.advance(clock.wait(t))
	clock.advance(clock.wait(t))
	r := receive(t, results, "a result")
	var response *ResponseError
	if !errors.As(r.Err, &response) || response.StatusCode != 503 ||
		!strings.HasPrefix(r.Err.Error(), "analytics: gave up after 3 attempts: ") {
		t.Error(r.Err)
	}
	must(t, c.Track(track("2"))) // the client continues
	if r := receive(t, results, "a result"); r.MessageId != "2" || r.Err != nil {
		t.Errorf("%+v", r)
	}
	must(t, c.Close())
}

func TestRetryFor_isUnlimitedIfNegative(t *testing.T) {
	s := newFakeService(t)
	for i := 0; i < 500; i++ {
		s.replies <- reply{status: 503}
	}
	c, clock := newTestClient(t, s)
	c.Size, c.RetryFor = 1, -1
	results := recordResults(c)
	must(t, c.Track(track("1")))
	for i := 0; i < 500; i++ {
		clock.advance(clock.wait(t))
	}
	if r := receive(t, results, "a result"); r.Err != nil {
		t.Error(r.Err)
	}
	must(t, c.Close())
}
