package io.postrider.server.notify;

import io.postrider.route.DestinationId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is seen of one destination at one look.
 *
 * @param since since when it is failing, if it is and that is known
 * @param words what went wrong last, without secrets; null if nothing did
 */
public record Sight(
    DestinationId destination,
    String name,
    Condition condition,
    @Nullable Instant since,
    @Nullable String words) {

  /** Whether it takes what it is sent. */
  public enum Condition {
    /** Nothing gets through. */
    FAILING,
    /** It has taken something, and nothing since speaks against it. */
    WELL,
    /** Nothing was sent yet, or it is paused. */
    UNKNOWN
  }
}
