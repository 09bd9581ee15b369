package io.postrider.server.delivery;

import io.postrider.delivery.Candidate;
import io.postrider.delivery.QueueBudget;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bodies of messages that wait for their first round, in offset order. A thread that reads for a
 * destination that is behind makes and signs them, because the destination's loop is what limits
 * how fast it catches up. Belongs to the loop, but for {@link #prepare}.
 *
 * <p>A body is used only with the settings it was made for. All of them share the memory budget of
 * the queues; a body without room there is dropped, and made again when it is sent.
 */
final class PreparedBodies {

  /** Bodies in offset order, made for one version of the settings. */
  record Batch(WebhookRequests madeFor, List<Body> bodies) {}

  record Body(long offset, SignedBody content) {}

  private record Entry(WebhookRequests madeFor, Body body) {

    int lengthBytes() {
      return body.content().bytes().length;
    }
  }

  private final QueueBudget budget;
  private final ArrayDeque<Entry> entries = new ArrayDeque<>();

  PreparedBodies(QueueBudget budget) {
    this.budget = budget;
  }

  /** Makes the bodies of messages; any thread may call it. */
  static Batch prepare(WebhookRequests requests, List<Candidate> candidates) {
    BodySigner signer = requests.signer();
    List<Body> bodies = new ArrayList<>(candidates.size());
    for (Candidate candidate : candidates) {
      try {
        bodies.add(new Body(candidate.offset(), signer.sign(candidate.record())));
      } catch (RuntimeException unusable) {
        // sending it reports this; here it would stop what the thread reads for others, too
      }
    }
    return new Batch(requests, bodies);
  }

  /** Adds a batch; bodies from its first offset on that are here already are replaced. */
  void add(Batch batch) {
    if (batch.bodies().isEmpty()) {
      return;
    }
    long first = batch.bodies().getFirst().offset();
    while (!entries.isEmpty() && entries.getLast().body().offset() >= first) {
      budget.give(entries.removeLast().lengthBytes());
    }
    for (Body body : batch.bodies()) {
      if (!budget.take(body.content().bytes().length)) {
        return;
      }
      entries.addLast(new Entry(batch.madeFor(), body));
    }
  }

  /** Takes the body of a message, if there is one for these settings; drops those before it. */
  @Nullable SignedBody take(long offset, WebhookRequests requests) {
    while (!entries.isEmpty() && entries.getFirst().body().offset() <= offset) {
      Entry entry = entries.removeFirst();
      budget.give(entry.lengthBytes());
      if (entry.body().offset() == offset) {
        return entry.madeFor() == requests ? entry.body().content() : null;
      }
    }
    return null;
  }

  void clear() {
    while (!entries.isEmpty()) {
      budget.give(entries.removeFirst().lengthBytes());
    }
  }
}
