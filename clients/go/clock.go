package analytics

import (
	"context"
	"time"
)

// clock provides the time and timeouts. Tests use a fake.
type clock interface {
	Now() time.Time
	// WithTimeout is as in package context.
	WithTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc)
}

type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) WithTimeout(
	parent context.Context, d time.Duration,
) (context.Context, context.CancelFunc) {
	return context.WithTimeout(parent, d)
}
