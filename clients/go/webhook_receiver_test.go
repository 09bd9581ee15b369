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

const webhookSecret = "s3cret"

// webhookReceiver receives from a Webhooks destination; it rejects unsigned requests.
type webhookReceiver struct {
	*httptest.Server
	arrived chan string
	times   map[string]int
}

func newWebhookReceiver(t *testing.T) *webhookReceiver {
	hook := &webhookReceiver{arrived: make(chan string, 100000), times: map[string]int{}}
	hook.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if !analytics.VerifySignature(webhookSecret, body, r.Header.Get("X-Signature")) {
			http.Error(w, "signature is invalid", http.StatusForbidden)
			return
		}
		var message struct{ MessageId string }
		_ = json.Unmarshal(body, &message)
		hook.arrived <- message.MessageId
	}))
	t.Cleanup(hook.Close)
	return hook
}

// awaitAll waits until all of these messages have arrived.
func (r *webhookReceiver) awaitAll(t *testing.T, ids []string) {
	t.Helper()
	deadline := time.After(time.Minute)
	for _, id := range ids {
		for r.times[id] == 0 {
			select {
			case arrived := <-r.arrived:
				r.times[arrived]++
			case <-deadline:
				t.Fatalf("%s did not arrive", id)
			}
		}
	}
}

// awaitOnce waits until all of these messages have arrived, and fails if one arrived twice.
func (r *webhookReceiver) awaitOnce(t *testing.T, ids []string) {
	t.Helper()
	r.awaitAll(t, ids)
	for _, id := range ids {
		if r.times[id] != 1 {
			t.Errorf("%s arrived %d times", id, r.times[id])
		}
	}
}
