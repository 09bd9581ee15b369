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
 * How a source gets a new write key: the old one works on for a while, so that programs can be
 * changed over one by one, unless it is revoked. Pure.
 *
 * @param grace how long the old key works on; zero ends it at once
 */
public record KeyRotation(Duration grace) {

  /** The most keys that work at once, the current one included. */
  public static final int MOST_KEYS = 10;

  /** The source with a new key, or nothing if too many old ones still work. */
  public Optional<Source> rotated(Source source, String newKey, Instant now) {
    Instant time = now.truncatedTo(ChronoUnit.MILLIS);
    List<WriteKey> keys = new ArrayList<>();
    keys.add(new WriteKey(newKey, time, null));
    for (WriteKey key : source.writeKeys()) {
      WriteKey kept =
          key.expiresAt() == null
              ? new WriteKey(key.value(), key.createdAt(), time.plus(grace))
              : key;
      if (kept.validAt(time)) {
        keys.add(kept);
      }
    }
    if (keys.size() > MOST_KEYS) {
      return Optional.empty();
    }
    return Optional.of(source.withWriteKeys(keys));
  }

  /** The source without one of its keys; the same if it has no such key. */
  public static Source revoked(Source source, String value) {
    return source.withWriteKeys(
        source.writeKeys().stream().filter(key -> !key.value().equals(value)).toList());
  }
}
