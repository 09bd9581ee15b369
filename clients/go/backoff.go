package analytics

import (
	crypto "crypto/rand"
	"encoding/binary"
	"math/rand"
	"time"
)

// How long to wait between attempts. Twice as long each time spares a service in trouble; the
// random part keeps many clients from coming back in step.
const (
	firstDelay    = 100 * time.Millisecond
	longestDelay  = 30 * time.Second
	maxRetryAfter = 5 * time.Minute
)

// delay returns the backoff after a number of failed attempts. It is at least retryAfter (zero if
// absent), unless that is unreasonably long. random is from [0, 1).
func delay(failed int, retryAfter time.Duration, random float64) time.Duration {
	full := longestDelay
	if doublings := failed - 1; doublings < 16 { // beyond that it would be longer anyway
		full = firstDelay << doublings
	}
	if full > longestDelay {
		full = longestDelay
	}
	half := full / 2
	jittered := half + time.Duration(random*float64(half))
	if retryAfter > maxRetryAfter {
		retryAfter = maxRetryAfter
	}
	if retryAfter > 0 {
		return retryAfter + jittered
	}
	return jittered
}

// newJitter returns a source of random numbers from [0, 1), seeded per client.
func newJitter() func() float64 {
	var seed [8]byte
	_, _ = crypto.Read(seed[:]) // without randomness there is only less of a spread
	return rand.New(rand.NewSource(int64(binary.LittleEndian.Uint64(seed[:])))).Float64
}
