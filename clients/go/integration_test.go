package analytics_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"github.com/postrider/postrider/clients/go"
)

// client is a client that waits when the queue is full and tells everything to a channel.
func (c *child) client(results chan<- analytics.Result) *analytics.Client {
	client := analytics.New(c.writeKey)
	client.Endpoint = c.url
	client.WhenFull = analytics.Wait
	client.Callback = func(r analytics.Result) { results <- r }
	return client
}

func TestService(t *testing.T) {
	service := startChild(t, "--delivery.allow-networks=127.0.0.0/8")
	t.Run("takes what the library takes", func(t *testing.T) { takesEverything(t, service) })
	t.Run("does not know the key", func(t *testing.T) { doesNotKnowTheKey(t, *service) })
	t.Run("limits the rate", func(t *testing.T) { limitsTheRate(t, *service) })
	t.Run("delivers everything once", func(t *testing.T) { deliversOnce(t, service) })
}

func takesEverything(t *testing.T, service *child) {
	analytics.DefaultContext["filler"] = strings.Repeat("x", 16200) // almost at its limit
	defer delete(analytics.DefaultContext, "filler")
	results := make(chan analytics.Result, 10000)
	client := service.client(results)

	check(t, client.Identify(&analytics.Identify{UserId: "Ünï 😀 \u2028 \x00"}))
	check(t, client.Page(&analytics.Page{AnonymousId: "a", Name: "<&>"}))
	check(t, client.Screen(&analytics.Screen{AnonymousId: "a"}))
	check(t, client.Group(&analytics.Group{UserId: "u", GroupId: "g"}))
	check(t, client.Alias(&analytics.Alias{UserId: "u", PreviousId: "p"}))
	deepest, largest := track(strings.Repeat("é", 100)), track("largest")
	deepest.Properties = map[string]interface{}{"deep": arrays(60)}
	check(t, client.Track(deepest))
	if err := client.Track(withFiller(largest, 32768)); !errors.Is(err, analytics.ErrTooLarge) {
		t.Errorf("far too large: %v", err)
	}
	for size := 32768; ; size-- { // down to the largest that the library takes
		if client.Track(withFiller(largest, size)) == nil {
			break
		}
	}
	late := track("late")
	late.Timestamp = "2026-02-30"
	check(t, client.Track(late))
	for i := 0; i < 3000; i++ {
		check(t, client.Track(track(fmt.Sprint(i))))
	}
	check(t, client.Flush(context.Background()))
	check(t, client.Close())

	for i := 0; i < 3008; i++ {
		r := <-results
		var rejected *analytics.RejectedError
		switch {
		case r.MessageId != "late":
			check(t, r.Err)
		case !errors.As(r.Err, &rejected) || rejected.Code != "timestamp_invalid":
			t.Errorf("%+v", r)
		}
	}
	if count := service.metric("postrider_accepted_messages_total"); count != 3007 {
		t.Errorf("%d accepted", count)
	}
}

func doesNotKnowTheKey(t *testing.T, service child) {
	service.writeKey = "wk_00000000000000000000000000"
	results := make(chan analytics.Result, 1)
	client := service.client(results)
	check(t, client.Track(track("1")))
	var response *analytics.ResponseError
	if err := client.Close(); !errors.As(err, &response) {
		t.Error(err)
	}
	if r := <-results; !errors.As(r.Err, &response) || response.Code != "invalid_write_key" {
		t.Errorf("%+v", r)
	}
}

func limitsTheRate(t *testing.T, service child) {
	var source struct{ WriteKey string }
	status := service.api("POST", "/api/sources",
		map[string]interface{}{"name": "Slow", "type": "server", "rateLimit": 50}, &source)
	if status != http.StatusCreated {
		t.Fatalf("answered %d", status)
	}
	service.writeKey = source.WriteKey
	results := make(chan analytics.Result, 150)
	client := service.client(results)
	client.FlushAt, client.QueueMessages = 10, 10
	client.Logger.SetOutput(io.Discard)
	for i := 0; i < 150; i++ {
		check(t, client.Track(track(fmt.Sprint(i))))
	}
	check(t, client.Close())
	accepted(t, results, 150)
	if service.metric("postrider_rejected_messages_total") == 0 {
		t.Error("the limit was never met")
	}
}

// Restarts in the middle of sending lose nothing on the way to the receiver, and double nothing in
// the service. A receiver may see a message twice after a kill, as deliveries are repeated then.
func TestServiceRestarts(t *testing.T) {
	const callers, calls = 4, 500
	service := startChild(t, "--delivery.allow-networks=127.0.0.0/8")
	inbox := newInbox(t)
	connect(t, service, inbox.URL)
	results := make(chan analytics.Result, callers*calls)
	client := service.client(results)
	client.FlushAt, client.QueueMessages = 10, 100
	client.Logger.SetOutput(io.Discard)
	ids := send(t, client, callers, calls)
	for settled := 1; settled <= callers*calls; settled++ {
		check(t, (<-results).Err)
		switch settled {
		case 400:
			service.restart(syscall.SIGKILL)
		case 1200:
			service.restart(syscall.SIGTERM)
		}
	}
	check(t, client.Close())
	inbox.holds(t, ids)

	// The service knows all of them, so that none is new when sent again.
	before := service.metric("postrider_accepted_messages_total")
	again := service.client(results)
	send(t, again, callers, calls)
	accepted(t, results, callers*calls)
	check(t, again.Close())
	if more := service.metric("postrider_accepted_messages_total") - before; more != 0 {
		t.Errorf("%d messages had been lost", more)
	}
}

// Everything called reaches a receiver behind the Webhooks destination, once by messageId.
func deliversOnce(t *testing.T, service *child) {
	const callers, calls = 4, 250
	inbox := newInbox(t)
	connect(t, service, inbox.URL)
	results := make(chan analytics.Result, callers*calls)
	client := service.client(results)
	ids := send(t, client, callers, calls)
	accepted(t, results, callers*calls)
	check(t, client.Close())
	inbox.holdsOnce(t, ids)
}

// connect makes a destination for the first source.
func connect(t *testing.T, service *child, url string) {
	var sources struct{ Data []struct{ Id string } }
	if status := service.api("GET", "/api/sources", nil, &sources); status != http.StatusOK {
		t.Fatalf("answered %d", status)
	}
	var destination struct{ Id string }
	status := service.api("POST", "/api/destinations", map[string]interface{}{
		"type":    "Webhooks",
		"name":    "Receiver",
		"sources": []string{sources.Data[0].Id},
		"settings": map[string]interface{}{
			"webhooks":     []interface{}{map[string]interface{}{"url": url}},
			"sharedSecret": inboxSecret,
		},
	}, &destination)
	if status != http.StatusCreated {
		t.Fatalf("answered %d", status)
	}
}

// send makes the calls from many goroutines, which end by themselves, and tells their ids.
func send(t *testing.T, client *analytics.Client, callers, calls int) (ids []string) {
	for caller := 0; caller < callers; caller++ {
		mine := make([]string, calls)
		for i := range mine {
			mine[i] = fmt.Sprintf("%d-%d", caller, i)
		}
		ids = append(ids, mine...)
		go func() {
			for _, id := range mine {
				if err := client.Track(track(id)); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	return ids
}

// accepted takes that many results, all of which must be good.
func accepted(t *testing.T, results <-chan analytics.Result, count int) {
	t.Helper()
	for i := 0; i < count; i++ {
		check(t, (<-results).Err)
	}
}

func track(id string) *analytics.Track {
	return &analytics.Track{UserId: "ada", Event: "Clicked", Message: analytics.Message{MessageId: id}}
}

func withFiller(message *analytics.Track, bytes int) *analytics.Track {
	message.Properties = map[string]interface{}{"filler": strings.Repeat("x", bytes)}
	return message
}

func arrays(levels int) interface{} {
	var value interface{}
	for i := 0; i < levels; i++ {
		value = []interface{}{value}
	}
	return value
}
