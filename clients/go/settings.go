package analytics

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/url"
	"os"
	"time"
)

// The defaults of the fields of a Client.
const (
	defaultFlushAt       = 20
	defaultFlushAfter    = 5 * time.Second
	defaultQueueMessages = 10000
	defaultQueueBytes    = 16 << 20
	defaultRetryFor      = time.Hour
)

// settings are the values of a client's fields at its first call. They are read once, so that the
// background goroutine never races with a program that changes them.
type settings struct {
	url        string
	envelope   envelope
	flushAt    int
	flushAfter time.Duration
	retryFor   time.Duration
	bounds     bounds
}

func readSettings(c *Client) (*settings, error) {
	if c.key == "" {
		return nil, errNoWriteKey
	}
	target, err := batchURL(c.Endpoint)
	if err != nil {
		return nil, err
	}
	context, err := encodeContext(DefaultContext)
	if err != nil {
		return nil, err
	}
	flushAt := int(chosen(int64(c.Size), int64(c.FlushAt), defaultFlushAt))
	flushAfter := chosen(int64(c.FlushAfter), int64(c.Interval), int64(defaultFlushAfter))
	perRequest := maxBatchMessages
	if flushAt == 1 {
		perRequest = 1 // no batching, also after an outage
	}
	s := &settings{
		url:        target,
		envelope:   newEnvelope(context, perRequest),
		flushAfter: time.Duration(flushAfter),
		retryFor:   c.RetryFor,
		bounds: bounds{
			messages: positive(c.QueueMessages, defaultQueueMessages),
			bytes:    positive(c.QueueBytes, defaultQueueBytes),
			whenFull: c.WhenFull,
		},
	}
	if s.retryFor == 0 {
		s.retryFor = defaultRetryFor
	}
	if s.bounds.bytes < maxMessageBytes {
		s.bounds.bytes = maxMessageBytes // a smaller queue could never hold the largest message
	}
	s.flushAt = least(flushAt, s.envelope.messages, s.bounds.messages)
	return s, nil
}

// chosen returns which of two names for one setting applies: the one that is not the default, or
// the smaller one if neither is. Zero and negative values mean the default.
func chosen(first, second, standard int64) int64 {
	if first <= 0 {
		first = standard
	}
	if second <= 0 {
		second = standard
	}
	switch {
	case first == standard:
		return second
	case second == standard || first < second:
		return first
	}
	return second
}

func positive(value, standard int) int {
	if value > 0 {
		return value
	}
	return standard
}

// batchURL returns the URL for batches: the endpoint, with the default path if it has none.
func batchURL(endpoint string) (string, error) {
	if endpoint == "" {
		endpoint = Endpoint
	}
	u, err := url.Parse(endpoint)
	if err != nil {
		return "", fmt.Errorf("analytics: the Endpoint is not a URL: %w", errors.Unwrap(err))
	}
	if u.User != nil {
		return "", errUserInfo
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return "", fmt.Errorf(
			"analytics: the Endpoint %q does not begin with http:// or https:// and a host", endpoint)
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = "/v1/batch"
	}
	return u.String(), nil
}

// encodeContext encodes the context that all messages share.
func encodeContext(context map[string]interface{}) ([]byte, error) {
	if len(context) == 0 {
		return nil, nil
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encodeJSON(encoder, context); err != nil {
		return nil, fmt.Errorf("analytics: cannot encode DefaultContext: %w", err)
	}
	trimmed := bytes.TrimSuffix(text.Bytes(), []byte("\n"))
	if len(trimmed) > maxContextBytes {
		return nil, fmt.Errorf("analytics: DefaultContext has %d bytes, %d allowed",
			len(trimmed), maxContextBytes)
	}
	// Merged into a message, it is one level deeper than here.
	if deeperThan(trimmed, maxMessageLevels-1) {
		return nil, fmt.Errorf("analytics: DefaultContext is nested too deeply")
	}
	return trimmed, nil
}

func defaultLogger() *log.Logger {
	return log.New(os.Stderr, "postrider ", log.LstdFlags)
}
