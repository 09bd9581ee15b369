package analytics_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/postrider/postrider/clients/go"
)

// exampleService stands in for a real service and prints what it receives.
func exampleService() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Batch []struct{ Type, Event, UserId, Timestamp, SentAt string }
		}
		_ = json.NewDecoder(r.Body).Decode(&body)
		for _, m := range body.Batch {
			fmt.Println("received", m.Type, m.Event, "of", m.UserId)
			if m.SentAt == "" {
				fmt.Println("which happened at", m.Timestamp)
			}
		}
		fmt.Fprint(w, `{"success":true}`)
	}))
}

func Example() {
	service := exampleService()
	defer service.Close()

	client := analytics.New("WRITE_KEY")
	client.Endpoint = service.URL

	if err := client.Identify(&analytics.Identify{
		UserId: "ada",
		Traits: map[string]interface{}{"email": "ada@example.com", "plan": "pro"},
	}); err != nil {
		fmt.Println(err)
	}
	if err := client.Track(&analytics.Track{
		UserId:     "ada",
		Event:      "Order Placed",
		Properties: map[string]interface{}{"total": 39.95},
	}); err != nil {
		fmt.Println(err)
	}
	if err := client.Close(); err != nil { // sends what is queued
		fmt.Println(err)
	}
	// Output:
	// received identify  of ada
	// received track Order Placed of ada
}

// A call returns an error if its message is invalid.
func ExampleClient_Track() {
	client := analytics.New("WRITE_KEY")
	fmt.Println(client.Track(&analytics.Track{UserId: "ada"}))
	fmt.Println(client.Track(&analytics.Track{Event: "Order Placed"}))
	// Output:
	// You must pass 'event'.
	// You must pass either an 'anonymousId' or 'userId'.
}

// A timestamp is for historical data. It arrives unchanged.
func ExampleClient_Track_history() {
	service := exampleService()
	defer service.Close()
	client := analytics.New("WRITE_KEY")
	client.Endpoint = service.URL
	client.WhenFull = analytics.Wait // suits an import
	_ = client.Track(&analytics.Track{
		UserId:       "ada",
		Event:        "Order Placed",
		Timestamp:    "2009-11-10T23:00:00Z",
		Integrations: map[string]interface{}{"All": false, "Webhooks": true},
	})
	_ = client.Close()
	// Output:
	// received track Order Placed of ada
	// which happened at 2009-11-10T23:00:00Z
}

// The callback receives the outcome of every message. Here the write key is wrong.
func ExampleClient_callback() {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, `{"success":false,"code":"invalid_write_key","message":"Unknown write key."}`)
	}))
	defer service.Close()

	client := analytics.New("WRITE_KEY")
	client.Endpoint = service.URL
	client.Callback = func(r analytics.Result) {
		var response *analytics.ResponseError
		switch {
		case r.Err == nil:
			fmt.Println(r.Type, r.MessageId, "is safe")
		case errors.As(r.Err, &response):
			fmt.Println(r.Type, r.MessageId, "failed:", response.Code)
		default:
			fmt.Println(r.Type, r.MessageId, "failed:", r.Err)
		}
	}
	_ = client.Page(&analytics.Page{
		AnonymousId: "b7c1",
		Message:     analytics.Message{MessageId: "page-1"},
	})
	_ = client.Close()
	// Output: page page-1 failed: invalid_write_key
}

// Shutdown waits until its context ends.
func ExampleClient_Shutdown() {
	service := exampleService()
	defer service.Close()
	client := analytics.New("WRITE_KEY")
	client.Endpoint = service.URL
	_ = client.Group(&analytics.Group{UserId: "ada", GroupId: "acme"})

	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := client.Shutdown(ctx); err != nil {
		fmt.Println(err)
	}
	fmt.Println(client.Group(&analytics.Group{UserId: "ada", GroupId: "acme"}))
	// Output:
	// received group  of ada
	// analytics: the client is closed
}
