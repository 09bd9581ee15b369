package io.postrider.delivery;

import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.Webhook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a destination's settings mean to its machine.
 *
 * @param urls where to post; an attempt names its URL by its index here
 * @param maxRate how many rounds may start in a second; null for no limit
 * @param maxConcurrency how many attempts may run at once against a URL; null for no limit
 * @param paused whether everything waits
 */
public record DeliverySettings(
    List<String> urls,
    @Nullable Integer maxRate,
    @Nullable Integer maxConcurrency,
    boolean paused) {

  public DeliverySettings {
    urls = List.copyOf(urls);
    if (urls.isEmpty()) {
      throw new IllegalArgumentException("a plan without URLs");
    }
  }

  /** What a destination's settings mean. */
  public static DeliverySettings of(Destination destination) {
    DestinationSettings settings = destination.settings();
    return new DeliverySettings(
        settings.webhooks().stream().map(Webhook::url).toList(),
        settings.maxRate(),
        settings.maxConcurrency(),
        destination.paused());
  }
}
