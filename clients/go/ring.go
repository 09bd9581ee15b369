package analytics

// ring is a growing ring buffer of messages.
type ring struct {
	messages []queuedMessage // its length is the capacity
	head     int
	len      int
}

func (r *ring) push(m queuedMessage) {
	if r.len == len(r.messages) {
		r.grow()
	}
	r.messages[(r.head+r.len)%len(r.messages)] = m
	r.len++
}

// at returns the message at an index; the oldest is at 0.
func (r *ring) at(index int) queuedMessage {
	return r.messages[(r.head+index)%len(r.messages)]
}

// drop removes the oldest messages.
func (r *ring) drop(count int) {
	for i := 0; i < count; i++ {
		r.messages[r.head] = queuedMessage{} // releases its bytes
		r.head = (r.head + 1) % len(r.messages)
	}
	r.len -= count
}

func (r *ring) grow() {
	messages := make([]queuedMessage, 2*len(r.messages)+16)
	for i := 0; i < r.len; i++ {
		messages[i] = r.at(i)
	}
	r.messages, r.head = messages, 0
}
