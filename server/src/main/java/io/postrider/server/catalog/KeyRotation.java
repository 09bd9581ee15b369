package io.postrider.server.catalog;

import io.postrider.route.Source;
import io.postrider.route.WriteKey;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rotates the write key of a source. The previous key stays valid for a grace period, so that
 * programs can change over one by one. Pure.
 *
 * @param grace how long the previous key stays valid; zero revokes it at once
 */
public record KeyRotation(Duration grace) {

  /** The maximum number of valid keys, including the current one. */
  public static final int MAX_KEYS = 10;

  /** The source with a new key; empty if too many previous keys are valid. */
  public Optional<Source> rotated(Source source, String newKey, Instant now) {
    Instant time = now.truncatedTo(ChronoUnit.MILLIS);
    List<WriteKey> keys = new ArrayList<>();
    keys.add(new WriteKey(newKey, time, null));
    for (WriteKey key : source.writeKeys()) {
      WriteKey previous =
          key.expiresAt() == null
              ? new WriteKey(key.value(), key.createdAt(), time.plus(grace))
              : key;
      if (previous.validAt(time)) {
        keys.add(previous);
      }
    }
    if (keys.size() > MAX_KEYS) {
      return Optional.empty();
    }
    return Optional.of(source.withWriteKeys(keys));
  }

  /** The source without one of its keys. */
  public static Source revoked(Source source, String value) {
    return source.withWriteKeys(
        source.writeKeys().stream().filter(key -> !key.value().equals(value)).toList());
  }
}
