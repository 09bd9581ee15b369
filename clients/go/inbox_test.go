package analytics_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/postrider/postrider/clients/go"
)

const inboxSecret = "s3cret"

// inbox is a receiver behind a Webhooks destination; it refuses what is not signed.
type inbox struct {
	*httptest.Server
	arrived chan string
	times   map[string]int
}

func newInbox(t *testing.T) *inbox {
	in := &inbox{arrived: make(chan string, 100000), times: map[string]int{}}
	in.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if !analytics.VerifySignature(inboxSecret, body, r.Header.Get("X-Signature")) {
			http.Error(w, "not from the service", http.StatusForbidden)
			return
		}
		var message struct{ MessageId string }
		_ = json.Unmarshal(body, &message)
		in.arrived <- message.MessageId
	}))
	t.Cleanup(in.Close)
	return in
}

// holds waits until every one of these has arrived.
func (in *inbox) holds(t *testing.T, ids []string) {
	t.Helper()
	deadline := time.After(time.Minute)
	for _, id := range ids {
		for in.times[id] == 0 {
			select {
			case arrived := <-in.arrived:
				in.times[arrived]++
			case <-deadline:
				t.Fatalf("%s did not arrive", id)
			}
		}
	}
}

// holdsOnce waits until every one of these has arrived, and finds none that came twice.
func (in *inbox) holdsOnce(t *testing.T, ids []string) {
	t.Helper()
	in.holds(t, ids)
	for _, id := range ids {
		if in.times[id] != 1 {
			t.Errorf("%s came %d times", id, in.times[id])
		}
	}
}
