package analytics

import (
	"crypto/rand"
	"io"
	"log"
	"net/http"
	"os"
	"sync"
	"time"
)

// Version is the version of the library. Every message contains it in context.library.
const Version = "1.0.0"

// Endpoint is the default URL of the service.
const Endpoint = "http://localhost:8080"

const libraryName = "postrider-go"

// DefaultContext is merged into the context of every message; a message's own values take
// precedence. Like the fields of a Client, it is read at a client's first call.
var DefaultContext = map[string]interface{}{
	"library": map[string]interface{}{
		"name":    libraryName,
		"version": Version,
	},
}

// FullPolicy defines what a call does when the queue is full.
type FullPolicy int

const (
	// Refuse makes the call return ErrQueueFull immediately, so that request handlers never
	// block.
	Refuse FullPolicy = iota

	// Wait makes the call wait until there is room or the client is closed. Use it for imports. A
	// callback must not make calls in this mode: it would wait for itself.
	Wait
)

// Client queues messages and sends them in batches in the background. Create one with [New] and
// share it: any number of goroutines may use it.
//
// The fields are read at the first call; changing them later has no effect.
type Client struct {
	// Endpoint is the URL of the service. A URL without a path gets /v1/batch; a URL with a path is
	// used unchanged.
	Endpoint string

	// Size and FlushAt are two names for the number of queued messages that starts a flush. The one
	// that is not 20 applies; if neither is 20, the smaller one. 1 sends every message immediately in
	// its own request. A batch contains more messages if more wait, up to 2,500.
	Size    int
	FlushAt int

	// FlushAfter and Interval are two names for the time between flushes, with the same rule; the
	// default is 5 seconds.
	FlushAfter time.Duration
	Interval   time.Duration

	// QueueMessages and QueueBytes limit the queue, including messages being sent; the defaults are
	// 10,000 messages and 16 MiB. WhenFull defines what a call does when the queue is full.
	QueueMessages int
	QueueBytes    int
	WhenFull      FullPolicy

	// RetryFor is how long a batch is retried, from its first attempt. The default is one hour, the
	// default deduplication window of the service. A negative value means no limit.
	RetryFor time.Duration

	// Callback, if set, receives the outcome of every queued message, in call order. It runs on the
	// sending goroutine, which waits for it. It must not call Flush, Close or Shutdown.
	Callback func(Result)

	// Logger logs failures, and with Verbose all activity, but never the content of messages. Verbose
	// is true by default if the environment variable DEBUG is "analytics" when New is called.
	Logger  *log.Logger
	Verbose bool

	// Client makes the requests. If it has no Timeout, the timeout of a request is 20 seconds.
	Client http.Client

	key    string
	clock  clock
	random io.Reader
	jitter func() float64 // used by one goroutine

	once   sync.Once
	queue  *messageQueue
	sender *batchSender
	err    error // why the client could not start
}

// New creates a client for the source with a write key.
func New(writeKey string) *Client {
	return &Client{
		Endpoint:      Endpoint,
		Size:          defaultFlushAt,
		FlushAt:       defaultFlushAt,
		FlushAfter:    defaultFlushAfter,
		Interval:      defaultFlushAfter,
		QueueMessages: defaultQueueMessages,
		QueueBytes:    defaultQueueBytes,
		RetryFor:      defaultRetryFor,
		Logger:        defaultLogger(),
		Verbose:       os.Getenv("DEBUG") == "analytics",
		key:           writeKey,
		clock:         systemClock{},
		random:        rand.Reader,
		jitter:        newJitter(),
	}
}

// Identify queues an identify message: a user and their traits.
func (c *Client) Identify(message *Identify) error { return c.enqueue(message) }

// Track queues a track message: an event.
func (c *Client) Track(message *Track) error { return c.enqueue(message) }

// Page queues a page message: a page view.
func (c *Client) Page(message *Page) error { return c.enqueue(message) }

// Screen queues a screen message: a screen view.
func (c *Client) Screen(message *Screen) error { return c.enqueue(message) }

// Group queues a group message: a user's membership in a group.
func (c *Client) Group(message *Group) error { return c.enqueue(message) }

// Alias queues an alias message: two IDs of one user.
func (c *Client) Alias(message *Alias) error { return c.enqueue(message) }

// enqueue validates, encodes and queues a message.
func (c *Client) enqueue(m message) error {
	if err := m.check(); err != nil {
		return err
	}
	if err := c.start(); err != nil {
		return err
	}
	w := m.wire()
	if w.MessageId == "" {
		id, err := newUUID(c.random)
		if err != nil {
			return err
		}
		w.MessageId = id
	}
	stamped := w.Timestamp == ""
	if stamped {
		w.Timestamp = c.clock.Now().UTC().Format(timeFormat)
	} else if err := checkTime(w.Timestamp); err != nil {
		return err
	}
	encoded, err := encode(&w, stamped)
	if err != nil {
		return err
	}
	return c.queue.add(encoded)
}
