// Package analytics sends customer events to Postrider.
//
// A [Client] is made once per source with that source's write key and shared by the whole program:
//
//	client := analytics.New("WRITE_KEY")
//	client.Endpoint = "https://events.example.com"
//	defer client.Close()
//
//	err := client.Track(&analytics.Track{
//		UserId: "ada",
//		Event:  "Signed Up",
//	})
//
// A call checks what it is given, encodes it, puts it into a queue in memory and returns; it makes
// no request of its own. One goroutine sends what is queued in batches, in the order of the calls,
// and tries again for as long as the service cannot be reached. [Client.Close] sends what is left.
// # Guarantees
//
// An error from a call says that nothing was queued. What was queued is accepted by the service, or
// its failure is told to [Client.Callback], or logged where there is none: nothing is dropped in
// silence. The queue is bounded by [Client.QueueMessages] and [Client.QueueBytes]; when it is full,
// calls fail with [ErrQueueFull], or wait if [Client.WhenFull] says so.
// A message has the same ID in every attempt, so the service stores it once.
//
// # Compatibility
//
// The exported names are those of version 2 of the library known as analytics-go, so that a program
// written for it compiles after changing the import path. Only its Backo is not here, which is of a
// type of another package.
package analytics
