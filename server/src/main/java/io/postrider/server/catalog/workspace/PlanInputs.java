package io.postrider.server.catalog.workspace;

import io.postrider.route.Source;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.catalog.DestinationChange;
import io.postrider.server.catalog.KeyRotation;
import io.postrider.server.catalog.definition.ComputationRules;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a plan makes new things with.
 *
 * @param reach how far the log reaches while the plan is made
 * @param rules what must be so of audiences and computed traits
 */
record PlanInputs(
    KeyGenerator keys,
    KeyRotation rotation,
    Instant now,
    DestinationChange.Reach reach,
    ComputationRules rules) {

  /** A write key: the one that is stated, or a new one. */
  String key(@Nullable String stated) {
    return stated == null ? keys.writeKey() : stated;
  }

  /**
   * A source whose current key is this one; the one before works on for a while. Nothing if too
   * many of those do already.
   */
  Optional<Source> withKey(Source source, String key) {
    return rotation.rotated(KeyRotation.revoked(source, key), key, now);
  }
}
