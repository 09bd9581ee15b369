package analytics

import (
	"encoding/json"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
)

func TestOutage_boundsMemory(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer listener.Close() // accepts connections and never responds
	c, clock := newTestClient(t, newFakeService(t))
	c.Endpoint = "http://" + listener.Addr().String()
	c.QueueMessages, c.QueueBytes = 1000, 1<<20
	results := recordResults(c)
	accepted, refused := 0, 0
	for i := 0; i < 20000; i++ {
		switch err := c.Track(track(fmt.Sprint(i))); err {
		case nil:
			accepted++
		case ErrQueueFull:
			refused++
		default:
			t.Fatal(err)
		}
	}
	if accepted != 1000 || refused != 19000 {
		t.Errorf("%d accepted, %d refused", accepted, refused)
	}
	closed := make(chan error)
	go func() { closed <- c.Close() }()
	for clock.wait(t) != closeTimeout {
	}
	clock.advance(closeTimeout)
	err = receive(t, closed, "an end")
	if err == nil || !strings.Contains(err.Error(), "1000 messages") {
		t.Error(err)
	}
	if len(results) != 1000 {
		t.Errorf("%d were reported", len(results))
	}
}

func TestBatches_areSplitAtTheirLimits(t *testing.T) {
	hold := make(chan struct{})
	s := newFakeService(t, reply{hold: hold})
	c, _ := newTestClient(t, s)
	c.FlushAt, c.QueueBytes = 10000, 64<<20
	must(t, c.Track(track("first")))
	must(t, c.Track(sized(t, 32768, "")))
	for i := 0; i < 2600; i++ {
		must(t, c.Track(track(fmt.Sprint(i))))
	}
	for i := 0; i < 40; i++ {
		must(t, c.Track(sized(t, 32768, "")))
	}
	close(hold)
	must(t, c.Close())
	total, full := 0, 0
	for len(s.requests) > 0 {
		r := s.request(t)
		if len(r.raw) > 512000 || len(r.messages) > 2500 || !json.Valid(r.raw) {
			t.Errorf("%d bytes, %d messages", len(r.raw), len(r.messages))
		}
		if len(r.raw) > 512000-32768-1 || len(r.messages) == 2500 {
			full++
		}
		total += len(r.messages)
	}
	if total != 2642 || full < 3 {
		t.Errorf("%d messages arrived, %d batches were full", total, full)
	}
}

func TestManyGoroutines_loseAndDuplicateNothing(t *testing.T) {
	const callers, calls = 16, 200
	s := newFakeService(t)
	for i := 0; i < 2000; i++ {
		switch i % 5 {
		case 0:
			s.replies <- reply{status: 503}
		case 2:
			s.replies <- reply{status: 429}
		default:
			s.replies <- reply{}
		}
	}
	c, clock := newTestClient(t, s)
	c.Size, c.QueueMessages, c.WhenFull = 7, 50, Wait
	results := recordResults(c)
	stop := make(chan struct{})
	var pacing sync.WaitGroup
	pacing.Add(1)
	go func() { // advance the clock for every wait
		defer pacing.Done()
		for {
			select {
			case wait := <-clock.waits:
				if wait != closeTimeout {
					clock.advance(wait)
				}
			case <-stop:
				return
			}
		}
	}()
	var work sync.WaitGroup
	for caller := 0; caller < callers; caller++ {
		caller := caller
		work.Add(1)
		go func() {
			defer work.Done()
			message := &Track{UserId: "u", Event: "e", Properties: map[string]interface{}{}}
			for i := 0; i < calls; i++ { // one struct and one map for all calls
				message.MessageId = fmt.Sprintf("%d-%d", caller, i)
				message.Properties["n"] = i
				if err := c.Track(message); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	work.Wait()
	must(t, c.Close())
	close(stop)
	pacing.Wait()
	close(s.requests)
	arrived := map[string]bool{}
	for r := range s.requests {
		for _, m := range r.messages {
			id := m["messageId"].(string)
			n := m["properties"].(map[string]interface{})["n"]
			if !strings.HasSuffix(id, fmt.Sprintf("-%v", n)) {
				t.Errorf("%s carries %v", id, n)
			}
			arrived[id] = true
		}
	}
	if len(arrived) != callers*calls || len(results) != callers*calls {
		t.Errorf("%d arrived, %d reported, of %d", len(arrived), len(results), callers*calls)
	}
	for len(results) > 0 {
		if r := <-results; r.Err != nil {
			t.Error(r.Err)
		}
	}
}

func TestCalls_copyTheirArguments(t *testing.T) {
	s := newFakeService(t)
	c, _ := newTestClient(t, s)
	inner := map[string]interface{}{"k": "before"}
	message := &Identify{UserId: "before", Traits: map[string]interface{}{"inner": inner}}
	must(t, c.Identify(message))
	if message.MessageId != "" || message.Timestamp != "" || message.Type != "" {
		t.Errorf("the call changed its argument: %+v", message)
	}
	inner["k"], message.UserId = "after", "after"
	delete(message.Traits, "inner")
	must(t, c.Identify(message))
	must(t, c.Close())
	r := s.request(t)
	if !strings.Contains(string(r.raws[0]), `"userId":"before","traits":{"inner":{"k":"before"}}`) {
		t.Errorf("%s", r.raws[0])
	}
	if strings.Contains(string(r.raws[1]), "before") || r.ids()[0] == r.ids()[1] {
		t.Errorf("%s", r.raws[1])
	}
}
