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

// client returns a client that waits when the queue is full and sends its results to a channel.
func (c *child) client(results chan<- analytics.Result) *analytics.Client {
	client := analytics.New(c.writeKey)
	client.Endpoint = c.url
	client.WhenFull = analytics.Wait
	client.Callback = func(r analytics.Result) { results <- r }
	return client
}

func TestService(t *testing.T) {
	service := startChild(t, "--delivery.allow-networks=127.0.0.0/8")
	t.Run("accepts what the library accepts", func(t *testing.T) { acceptsEverything(t, service) })
	t.Run("rejects a wrong write key", func(t *testing.T) { rejectsWrongWriteKey(t, *service) })
	t.Run("limits the rate", func(t *testing.T) { limitsTheRate(t, *service) })
	t.Run("delivers everything once", func(t *testing.T) { deliversOnce(t, service) })
}

func acceptsEverything(t *testing.T, service *child) {
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
	for size := 32768; ; size-- { // down to the largest that the library accepts
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

func rejectsWrongWriteKey(t *testing.T, service child) {
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
		t.Error("the limit was never reached")
	}
}

// Restarts during sending lose no message and store none twice. A receiver may receive a message
// twice after a kill, because deliveries are repeated.
func TestServiceRestarts(t *testing.T) {
	const callers, calls = 4, 500
	service := startChild(t, "--delivery.allow-networks=127.0.0.0/8")
	hook := newWebhookReceiver(t)
	connect(t, service, hook.URL)
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
	hook.awaitAll(t, ids)

	// The service has all of them, so none is new when sent again.
	before := service.metric("postrider_accepted_messages_total")
	again := service.client(results)
	send(t, again, callers, calls)
	accepted(t, results, callers*calls)
	check(t, again.Close())
	if more := service.metric("postrider_accepted_messages_total") - before; more != 0 {
		t.Errorf("%d messages were lost", more)
	}
}

// Every message reaches the receiver of a Webhooks destination once, by messageId.
func deliversOnce(t *testing.T, service *child) {
	const callers, calls = 4, 250
	hook := newWebhookReceiver(t)
	connect(t, service, hook.URL)
	results := make(chan analytics.Result, callers*calls)
	client := service.client(results)
	ids := send(t, client, callers, calls)
	accepted(t, results, callers*calls)
	check(t, client.Close())
	hook.awaitOnce(t, ids)
}

// connect creates a destination for the first source.
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
			"sharedSecret": webhookSecret,
		},
	}, &destination)
	if status != http.StatusCreated {
		t.Fatalf("answered %d", status)
	}
}

// send makes calls from many goroutines and returns their message IDs.
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

// accepted reads a number of results and fails on an error.
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
