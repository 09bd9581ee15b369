package io.postrider.server.people.audience;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.audience.Computation;
import io.postrider.message.CanonicalJson;
import io.postrider.message.Timestamps;
import io.postrider.server.people.audience.Outbox.Change;
import java.util.function.ToLongFunction;

/**
 * Makes the identify messages that tell of changes. Belongs to one thread.
 *
 * <p>The same change gives the same bytes, always: who hears of it twice can tell by the id.
 */
public final class ComputedMessages {

  private final ToLongFunction<String> userHash;

  /**
   * A maker of messages.
   *
   * @param userHash what ids of messages have in place of the user's
   */
  public ComputedMessages(ToLongFunction<String> userHash) {
    this.userHash = userHash;
  }

  /** The message that tells of a change, as JSON. */
  byte[] of(Computation computation, Change change) {
    return ("{\"type\":\"identify\",\"userId\":%s,\"traits\":{%s:%s},"
            + "\"context\":{\"personas\":{\"computation_class\":\"%s\",\"computation_id\":\"%s\","
            + "\"computation_key\":%s}},\"messageId\":\"%s\",\"timestamp\":\"%s\"}")
        .formatted(
            CanonicalJson.quoted(change.userId()),
            CanonicalJson.quoted(computation.key()),
            change.value(),
            computation.id().kind().wireName(),
            computation.id(),
            CanonicalJson.quoted(computation.key()),
            messageId(computation, change),
            Timestamps.format(change.at().toEpochMilli()))
        .getBytes(UTF_8);
  }

  /** Computation, a hash of the user, and the number of the change. */
  String messageId(Computation computation, Change change) {
    return "%s-%016x-%d"
        .formatted(computation.id(), userHash.applyAsLong(change.userId()), change.number());
  }
}
