package io.postrider.server.catalog;

import io.postrider.route.DestinationSettings;
import io.postrider.route.SharedSecret;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Rotates the shared secret of a destination. The previous secret signs as well for a grace period,
 * so that receivers can change over one by one. Pure.
 *
 * @param grace how long the previous secret signs; zero drops it at once
 */
public record SecretRotation(Duration grace) {

  /** The settings with a new secret; empty while a previous one still signs. */
  public Optional<DestinationSettings> rotated(
      DestinationSettings settings, String secret, Instant now) {
    Instant time = now.truncatedTo(ChronoUnit.MILLIS);
    SharedSecret next = SharedSecret.current(secret);
    List<SharedSecret> valid =
        settings.secrets().stream().filter(known -> known.validAt(time)).toList();
    if (valid.size() > 1) {
      return Optional.empty();
    }
    if (valid.isEmpty() || grace.isZero()) {
      return Optional.of(settings.withSecrets(List.of(next)));
    }
    SharedSecret old = new SharedSecret(valid.getFirst().value(), time.plus(grace));
    return Optional.of(settings.withSecrets(List.of(next, old)));
  }
}
