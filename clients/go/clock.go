package analytics

import (
	"context"
	"time"
)

// clock tells the time and lets it pass. Tests have one that they move themselves.
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
