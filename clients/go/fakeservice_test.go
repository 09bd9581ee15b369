package analytics

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// fakeService is an HTTP server with scripted responses that records requests.
type fakeService struct {
	*httptest.Server
	requests chan received
	replies  chan reply // the next responses; 200 if there are none
}

// reply is the response to one request.
type reply struct {
	status int
	header map[string]string
	body   string
	hold   <-chan struct{} // do not respond before this is closed
	cut    bool            // close the connection in the middle of the response
}

// received is a received request.
type received struct {
	method   string
	path     string
	header   http.Header
	key      string
	raw      []byte
	context  map[string]interface{}
	messages []map[string]interface{}
	raws     []json.RawMessage
}

func (r received) ids() []string {
	ids := make([]string, len(r.messages))
	for i, m := range r.messages {
		ids[i], _ = m["messageId"].(string)
	}
	return ids
}

func newFakeService(t testing.TB, replies ...reply) *fakeService {
	s := &fakeService{requests: make(chan received, 10000), replies: make(chan reply, 10000)}
	for _, a := range replies {
		s.replies <- a
	}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *fakeService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	got := received{method: r.Method, path: r.URL.Path, header: r.Header}
	got.key, _, _ = r.BasicAuth()
	got.raw, _ = io.ReadAll(r.Body)
	var body struct {
		Context map[string]interface{} `json:"context"`
		Batch   []json.RawMessage      `json:"batch"`
		SentAt  *string                `json:"sentAt"`
	}
	if err := json.Unmarshal(got.raw, &body); err != nil || body.SentAt != nil {
		http.Error(w, "not a batch of ours", http.StatusTeapot)
	}
	got.context, got.raws = body.Context, body.Batch
	for _, raw := range body.Batch {
		message := map[string]interface{}{}
		decoder := json.NewDecoder(strings.NewReader(string(raw)))
		decoder.UseNumber()
		_ = decoder.Decode(&message)
		got.messages = append(got.messages, message)
	}
	next := reply{}
	select {
	case next = <-s.replies:
	default:
	}
	s.requests <- got
	s.respond(w, r, next)
}

func (s *fakeService) respond(w http.ResponseWriter, r *http.Request, a reply) {
	if a.hold != nil {
		select {
		case <-a.hold:
		case <-r.Context().Done():
			return
		}
	}
	for name, value := range a.header {
		w.Header().Set(name, value)
	}
	if a.cut {
		w.Header().Set("Content-Length", "1000")
	}
	if a.status == 0 {
		a.status, a.body = http.StatusOK, `{"success":true}`
	}
	w.WriteHeader(a.status)
	fmt.Fprint(w, a.body)
}

// request returns the next request.
func (s *fakeService) request(t testing.TB) received {
	t.Helper()
	return receive(t, s.requests, "a request")
}

// none fails if there is an unread request.
func (s *fakeService) none(t testing.TB) {
	t.Helper()
	select {
	case r := <-s.requests:
		t.Fatalf("unexpected request: %s", r.raw)
	default:
	}
}

// newTestClient returns a client with a fake clock and no jitter.
func newTestClient(t testing.TB, s *fakeService) (*Client, *fakeClock) {
	clock := newFakeClock()
	c := New("wk_test")
	c.Endpoint = s.URL
	c.Client.Transport = &http.Transport{}
	c.clock = clock
	c.jitter = func() float64 { return 0 }
	c.Logger = log.New(io.Discard, "", 0)
	t.Cleanup(c.Client.CloseIdleConnections)
	return c, clock
}

// recordResults sends the client's results to a channel.
func recordResults(c *Client) <-chan Result {
	results := make(chan Result, 100000)
	c.Callback = func(r Result) { results <- r }
	return results
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func track(id string) *Track {
	return &Track{UserId: "ada", Event: "Clicked", Message: Message{MessageId: id}}
}
