package analytics

import (
	crypto "crypto/rand"
	"encoding/binary"
	"math/rand"
	"time"
)

// The delay between attempts is exponential with jitter.
const (
	firstDelay    = 100 * time.Millisecond
	longestDelay  = 30 * time.Second
	maxRetryAfter = 5 * time.Minute
)

// delay returns the backoff after a number of failed attempts. It is at least retryAfter (zero if
// absent), unless that is unreasonably long. random is from [0, 1).
func delay(failed int, retryAfter time.Duration, random float64) time.Duration {
	full := longestDelay
	if doublings := failed - 1; doublings < 16 { // more doublings exceed longestDelay
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
	_, _ = crypto.Read(seed[:]) // without randomness only the jitter is lost
	return rand.New(rand.NewSource(int64(binary.LittleEndian.Uint64(seed[:])))).Float64
}
