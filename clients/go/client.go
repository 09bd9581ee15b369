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
const Version = "2.0.0"

// Endpoint is the default URL of the service.
const Endpoint = "http://localhost:8080"

const libraryName = "postrider-go"

// DefaultContext is merged into the context of every message; what a message says itself goes
// first. Like the fields of a Client it is read at a client's first call.
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

	// Wait makes the call wait until there is room, or the client is closed. It suits programs
	// that import history. A callback must not make calls then: it would wait for itself.
	Wait
)

// Client queues calls and sends them in batches in the background. Make one with [New] and share
// it: its methods may be called from any number of goroutines.
//
// The fields are read at the first call; changing them later has no effect.
type Client struct {
	// Endpoint is the URL of the service. One without a path gets /v1/batch, one with a path is
	// used as it is.
	Endpoint string

	// Size and FlushAt are two names for the number of queued messages that starts a flush: the
	// one that is not 20 counts, and the smaller if both are not. 1 sends every call in a request
	// of its own, at once. A batch has more messages than that if more wait, up to 2,500.
	Size    int
	FlushAt int

	// FlushAfter and Interval are two names for the time between flushes, chosen likewise; the
	// default is 5 seconds.
	FlushAfter time.Duration
	Interval   time.Duration

	// QueueMessages and QueueBytes bound what is queued and being sent: 10,000 messages and
	// 16 MiB unless set. WhenFull says what a call does that finds no room.
	QueueMessages int
	QueueBytes    int
	WhenFull      FullPolicy

	// RetryFor is how long a batch is tried again, counted from its first attempt: an hour unless
	// set, which is as long as the service remembers message ids; without end if negative.
	RetryFor time.Duration

	// Callback, if set, is told the fate of every queued message, in the order of the calls. It
	// runs on the goroutine that sends, which waits for it; it must not call Flush, Close or
	// Shutdown.
	Callback func(Result)

	// Logger is told of failures; with Verbose, of everything, but never what a message says.
	// Verbose is on if the environment variable DEBUG is "analytics" when the client is made.
	Logger  *log.Logger
	Verbose bool

	// Client makes the requests. Where it has no Timeout, a request has 20 seconds.
	Client http.Client

	key    string
	clock  clock
	random io.Reader
	jitter func() float64 // used by one goroutine

	once   sync.Once
	queue  *messageQueue
	sender *batchSender
	err    error // why there is none
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

// Identify queues that a user has these traits.
func (c *Client) Identify(message *Identify) error { return c.enqueue(message) }

// Track queues that a user did something.
func (c *Client) Track(message *Track) error { return c.enqueue(message) }

// Page queues that a user saw a page.
func (c *Client) Page(message *Page) error { return c.enqueue(message) }

// Screen queues that a user saw a screen.
func (c *Client) Screen(message *Screen) error { return c.enqueue(message) }

// Group queues that a user belongs to a group.
func (c *Client) Group(message *Group) error { return c.enqueue(message) }

// Alias queues that two ids are one person.
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
