package analytics_test

// A program written for version 2 of the original library; only the import path differs. That it
// compiles is most of the test.

import (
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/postrider/postrider/clients/go"
)

// tracker is an interface as programs use it to hide the library.
type tracker interface {
	Identify(*analytics.Identify) error
	Track(*analytics.Track) error
	Page(*analytics.Page) error
	Group(*analytics.Group) error
	Alias(*analytics.Alias) error
	Close() error
}

type telemetry struct {
	segment *analytics.Client
}

func newTelemetry(key, endpoint string) *telemetry {
	client := analytics.New(key)
	client.Interval = 30 * time.Second
	client.Size = 100
	client.Verbose = false
	client.Logger = log.New(os.Stderr, "segment ", log.LstdFlags)
	client.Client = http.Client{Timeout: 10 * time.Second}
	client.Client.Transport = http.DefaultTransport
	client.Endpoint = analytics.Endpoint
	client.Endpoint = endpoint
	return &telemetry{segment: client}
}

func TestProgramForTheOriginalLibrary(t *testing.T) {
	bodies := make(chan []byte, 1)
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies <- body
		_, _ = io.WriteString(w, `{"success":true}`)
	}))
	defer service.Close()

	analytics.DefaultContext["app"] = map[string]interface{}{"version": analytics.Version}
	defer delete(analytics.DefaultContext, "app")

	program := newTelemetry("h97jamjwbh", service.URL)
	var client tracker = program.segment

	fail := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	fail(client.Identify(&analytics.Identify{
		UserId: "019mr8mf4r",
		Traits: map[string]interface{}{"name": "Michael Bolton", "age": 52},
	}))
	message := analytics.Track{
		Event:  "Download",
		UserId: "123456",
		Properties: map[string]interface{}{
			"application": "Segment Desktop",
			"version":     "1.1.0",
			"platform":    "osx",
		},
		Context:      map[string]interface{}{"ip": "203.0.113.7"},
		Integrations: map[string]interface{}{"All": true, "Intercom": false, "Mixpanel": true},
		Message: analytics.Message{
			MessageId: "abc",
			Timestamp: time.Date(2015, time.July, 10, 23, 0, 0, 0, time.UTC).Format(time.RFC3339),
		},
	}
	fail(client.Track(&message))
	page := new(analytics.Page)
	page.AnonymousId = "anonymous"
	page.Name, page.Category = "Home", "Site"
	page.Traits = map[string]interface{}{"url": "https://example.com/"}
	page.MessageId = "def"
	page.Timestamp = "2015-07-10T23:00:00+0000"
	fail(client.Page(page))
	fail(client.Group(&analytics.Group{UserId: "123456", GroupId: "acme"}))
	fail(client.Alias(&analytics.Alias{PreviousId: "anonymous", UserId: "123456"}))
	if err := client.Track(&analytics.Track{UserId: "u"}); err.Error() != "You must pass 'event'." {
		t.Error(err)
	}
	fail(client.Close())

	var batch analytics.Batch
	fail(json.Unmarshal(<-bodies, &batch))
	if len(batch.Messages) != 5 || batch.Context["app"] == nil {
		t.Errorf("%+v", batch)
	}
	var read analytics.Track
	again, _ := json.Marshal(batch.Messages[1])
	fail(json.Unmarshal(again, &read))
	if read.MessageId != "abc" || read.Timestamp != "2015-07-10T23:00:00Z" || read.Type != "track" {
		t.Errorf("%+v", read)
	}
	if err := client.Track(&message); !errors.Is(err, analytics.ErrClosed) {
		t.Error(err)
	}
}
