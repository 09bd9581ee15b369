package analytics

import (
	"context"
	"time"
)

// closePatience is how long Close waits for what is queued.
const closePatience = 30 * time.Second

// start reads the settings and starts the goroutine that sends, at the first call.
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

// Flush sends what is queued now, without waiting for more. It returns when the fate of all of it
// is known and the callback was told, or with the context's error when that ends first; sending
// goes on then.
func (c *Client) Flush(ctx context.Context) error {
	if err := c.start(); err != nil {
		return err
	}
	if !c.queue.drain(ctx.Done()) {
		return ctx.Err()
	}
	return nil
}

// Shutdown lets no more calls in, sends what is queued, and returns when its fate is known. It
// returns nil if all that was still queued or on its way has been accepted. Otherwise the error says
// how many messages were not, and wraps the first one's error, of whatever kind: given up when
// RetryFor was over, refused, rejected. The callback is told of each.
//
// When the context ends first, what is not sent yet is given up, and the error wraps the context's.
// Shutdown may be called more than once and by several goroutines; all get the same answer.
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

// Close is Shutdown with 30 seconds' patience.
func (c *Client) Close() error {
	if c.start() != nil {
		return nil
	}
	ctx, cancel := c.clock.WithTimeout(context.Background(), closePatience)
	defer cancel()
	return c.Shutdown(ctx)
}
