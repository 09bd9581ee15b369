package analytics

// ring is a first-in-first-out list of calls that uses its memory again.
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

// at is the call in that place; the oldest is in place 0.
func (r *ring) at(place int) call {
	return r.calls[(r.head+place)%len(r.calls)]
}

// drop forgets the oldest calls.
func (r *ring) drop(count int) {
	for i := 0; i < count; i++ {
		r.calls[r.head] = call{} // lets go of its bytes
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
