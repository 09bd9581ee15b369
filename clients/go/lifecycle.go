package analytics

import (
	"context"
	"time"
)

// closeTimeout is how long Close waits for queued messages.
const closeTimeout = 30 * time.Second

// start reads the settings and starts the sender, on the first call.
func (c *Client) start() error {
	c.once.Do(func() {
		settings, err := readSettings(c)
		if err != nil {
			c.err = err
			return
		}
		logger := c.Logger
		if logger == nil {
			logger = defaultLogger()
		}
		ctx, cancel := context.WithCancel(context.Background())
		c.queue = newMessageQueue(settings, c.clock)
		c.sender = &batchSender{
			queue:     c.queue,
			envelope:  settings.envelope,
			transport: newTransport(settings.url, c.key, c.Client, c.clock),
			clock:     c.clock,
			random:    c.jitter,
			retryFor:  settings.retryFor,
			report:    &reporter{callback: c.Callback, logger: logger, verbose: c.Verbose},
			ctx:       ctx,
			cancel:    cancel,
			done:      make(chan struct{}),
		}
		go c.sender.run()
	})
	return c.err
}

// Flush sends all queued messages now. It returns when the outcome of all of them is known and the
// callback has been called, or with the context's error if the context ends first; sending
// continues in that case.
func (c *Client) Flush(ctx context.Context) error {
	if err := c.start(); err != nil {
		return err
	}
	if !c.queue.drain(ctx.Done()) {
		return ctx.Err()
	}
	return nil
}

// Shutdown rejects further calls, sends all queued messages, and returns when their outcome is
// known. It returns nil if the service accepted all of them. Otherwise the error says how many
// messages were not accepted, and wraps the first cause. The callback receives each of them.
// If the context ends first, Shutdown gives up unsent messages, and the error wraps the context's.
// Shutdown may be called more than once and by several goroutines; all get the same result.
func (c *Client) Shutdown(ctx context.Context) error {
	if c.start() != nil {
		return nil // nothing was ever queued
	}
	c.queue.close()
	select {
	case <-c.sender.done:
	case <-ctx.Done():
		c.sender.abort(ctx.Err())
		<-c.sender.done
	}
	return c.sender.loss()
}

// Close is Shutdown with a timeout of 30 seconds.
func (c *Client) Close() error {
	if c.start() != nil {
		return nil
	}
	ctx, cancel := c.clock.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	return c.Shutdown(ctx)
}
