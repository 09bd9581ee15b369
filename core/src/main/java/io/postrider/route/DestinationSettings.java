package io.postrider.route;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a destination's owner chose about how it is served; in force from the next attempt on.
 *
 * @param webhooks one to five
 * @param secrets the current one first, then at most one that was rotated away; empty for unsigned
 * @param standardWebhooks whether requests also carry the headers of Standard Webhooks
 * @param acceptsHistorical whether it wants messages that tell of long ago
 * @param maxRate how many messages a second it takes at most; null for no limit
 * @param maxConcurrency how many requests each URL takes at once at most; null for no limit of its
 *     own
 */
public record DestinationSettings(
    List<Webhook> webhooks,
    List<SharedSecret> secrets,
    boolean standardWebhooks,
    Payload payload,
    boolean acceptsHistorical,
    @Nullable Integer maxRate,
    @Nullable Integer maxConcurrency) {

  /** How many webhooks a destination may have. */
  public static final int MOST_WEBHOOKS = 5;

  public DestinationSettings {
    webhooks = List.copyOf(webhooks);
    secrets = List.copyOf(secrets);
  }
}
