package io.postrider.server.alerts;

import io.postrider.id.DestinationId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is seen of one destination at one look.
 *
 * @param since since when it is failing, if it is and that is known
 * @param words what went wrong last, without secrets; null if nothing did
 */
public record Observation(
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
