package analytics

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

// attemptTimeout limits one request if the program's http.Client has no timeout. It is short enough
// for Close to make more than one attempt.
const attemptTimeout = 20 * time.Second

const userAgent = libraryName + "/" + Version

// transport sends one request to the service. One goroutine uses it.
//
// The service may answer before it has read the body, and close: to an unknown write key, or when
// it is overloaded. A connection that closes while the client writes can lose that answer, and
// would do so in every attempt. So the attempt after one without an answer asks first, with
// Expect: 100-continue, and sends the body only if told to. The one after that does not: a proxy may
// not know the header, or refuse it with 417.
type transport struct {
	url      string
	writeKey string
	client   http.Client
	clock    clock
	askFirst bool
}

// newTransport uses the program's HTTP client, but does not follow redirects: a POST would become
// a GET, whose response would look like success.
func newTransport(url, writeKey string, client http.Client, clock clock) *transport {
	if client.CheckRedirect == nil {
		client.CheckRedirect = func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}
	}
	return &transport{url: url, writeKey: writeKey, client: client, clock: clock}
}

// post sends a body with a number of messages and reads the response.
func (t *transport) post(ctx context.Context, body []byte, messages int) sendResult {
	if t.client.Timeout == 0 {
		limited, cancel := t.clock.WithTimeout(ctx, attemptTimeout)
		defer cancel()
		ctx = limited
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, t.url, bytes.NewReader(body))
	if err != nil {
		return sendResult{err: fmt.Errorf("analytics: %w", err)}
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", userAgent)
	request.SetBasicAuth(t.writeKey, "")
	asked := t.askFirst
	t.askFirst = false
	if asked {
		request.Header.Set("Expect", "100-continue")
	}

	response, err := t.client.Do(request)
	if err != nil {
		t.askFirst = !asked
		return sendResult{err: fmt.Errorf("analytics: %w", err), retry: true}
	}
	defer response.Body.Close()
	if asked && response.StatusCode == http.StatusExpectationFailed {
		return sendResult{err: errNoExpect, retry: true}
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, maxResponseBytes))
	if err != nil && response.StatusCode/100 == 2 {
		// The outcome is unknown. A retry is safe, because the service deduplicates. Any other status
		// alone says that nothing was accepted.
		return sendResult{err: fmt.Errorf("analytics: incomplete response: %w", err), retry: true}
	}
	return evaluate(t.url, response.StatusCode, response.Header, text, messages, t.clock.Now())
}
