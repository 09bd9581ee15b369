package analytics

// ring is a growing ring buffer of calls.
type ring struct {
	calls []call // its length is the capacity
	head  int
	len   int
}

func (r *ring) push(c call) {
	if r.len == len(r.calls) {
		r.grow()
	}
	r.calls[(r.head+r.len)%len(r.calls)] = c
	r.len++
}

// at returns the call at an index; the oldest is at 0.
func (r *ring) at(place int) call {
	return r.calls[(r.head+place)%len(r.calls)]
}

// drop removes the oldest calls.
func (r *ring) drop(count int) {
	for i := 0; i < count; i++ {
		r.calls[r.head] = call{} // releases its bytes
		r.head = (r.head + 1) % len(r.calls)
	}
	r.len -= count
}

func (r *ring) grow() {
	calls := make([]call, 2*len(r.calls)+16)
	for i := 0; i < r.len; i++ {
		calls[i] = r.at(i)
	}
	r.calls, r.head = calls, 0
}
