package io.postrider.delivery;

import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.Webhook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a destination that its machine needs.
 *
 * @param urls where to post; attempts refer to a URL by its index here
 * @param maxRate the maximum number of rounds started per second; null for no limit
 * @param maxConcurrency the maximum number of concurrent attempts per URL; null for no limit
 */
public record DeliverySettings(
    List<String> urls,
    @Nullable Integer maxRate,
    @Nullable Integer maxConcurrency,
    boolean paused) {

  public DeliverySettings {
    urls = List.copyOf(urls);
    if (urls.isEmpty()) {
      throw new IllegalArgumentException("no URLs");
    }
  }

  /** Extracts these settings from a destination. */
  public static DeliverySettings of(Destination destination) {
    DestinationSettings settings = destination.settings();
    return new DeliverySettings(
        settings.webhooks().stream().map(Webhook::url).toList(),
        settings.maxRate(),
        settings.maxConcurrency(),
        destination.paused());
  }
}
