package io.postrider.server.notify;

import io.postrider.route.SharedSecret;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether and where operators want to be told.
 *
 * @param url where notifications are posted; null for nowhere
 * @param secret what they are signed with; null for no signature
 * @param failingAfter how long trouble lasts before it is told again
 */
public record NotificationSettings(
    @Nullable String url, @Nullable SharedSecret secret, Duration failingAfter) {

  /** Notifications are kept and shown, and posted nowhere. */
  public static final NotificationSettings OFF =
      new NotificationSettings(null, null, Duration.ofHours(1));
}
