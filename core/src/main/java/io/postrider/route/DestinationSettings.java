package io.postrider.route;

import io.postrider.filter.Filters;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a destination; they apply from the next attempt on.
 *
 * @param webhooks one to five
 * @param secrets the current one first, then at most one rotated one; empty for unsigned requests
 * @param standardWebhooks whether requests also carry the headers of Standard Webhooks
 * @param tracing whether requests carry the trace context of their message
 * @param maxRate the maximum number of messages per second; null for no limit
 * @param maxConcurrency the maximum number of concurrent requests per URL; null for the default
 *     limit
 */
public record DestinationSettings(
    List<Webhook> webhooks,
    List<SharedSecret> secrets,
    boolean standardWebhooks,
    PayloadFormat payload,
    boolean acceptsHistorical,
    boolean tracing,
    @Nullable Integer maxRate,
    @Nullable Integer maxConcurrency,
    Filters filters) {

  public static final int MAX_WEBHOOKS = 5;

  /** The default settings: no webhooks and no limits. */
  public static final DestinationSettings DEFAULT =
      new DestinationSettings(
          List.of(),
          List.of(),
          false,
          PayloadFormat.STANDARD,
          true,
          false,
          null,
          null,
          Filters.NONE);

  public DestinationSettings {
    webhooks = List.copyOf(webhooks);
    secrets = List.copyOf(secrets);
  }

  public DestinationSettings withWebhooks(List<Webhook> those) {
    return new DestinationSettings(
        those,
        secrets,
        standardWebhooks,
        payload,
        acceptsHistorical,
        tracing,
        maxRate,
        maxConcurrency,
        filters);
  }

  public DestinationSettings withSecrets(List<SharedSecret> those) {
    return new DestinationSettings(
        webhooks,
        those,
        standardWebhooks,
        payload,
        acceptsHistorical,
        tracing,
        maxRate,
        maxConcurrency,
        filters);
  }

  public DestinationSettings withStandardWebhooks(boolean whether) {
    return new DestinationSettings(
        webhooks,
        secrets,
        whether,
        payload,
        acceptsHistorical,
        tracing,
        maxRate,
        maxConcurrency,
        filters);
  }

  public DestinationSettings withPayload(PayloadFormat that) {
    return new DestinationSettings(
        webhooks,
        secrets,
        standardWebhooks,
        that,
        acceptsHistorical,
        tracing,
        maxRate,
        maxConcurrency,
        filters);
  }

  public DestinationSettings withAcceptsHistorical(boolean whether) {
    return new DestinationSettings(
        webhooks,
        secrets,
        standardWebhooks,
        payload,
        whether,
        tracing,
        maxRate,
        maxConcurrency,
        filters);
  }

  public DestinationSettings withTracing(boolean whether) {
    return new DestinationSettings(
        webhooks,
        secrets,
        standardWebhooks,
        payload,
        acceptsHistorical,
        whether,
        maxRate,
        maxConcurrency,
        filters);
  }

  public DestinationSettings withMaxRate(@Nullable Integer most) {
    return new DestinationSettings(
        webhooks,
        secrets,
        standardWebhooks,
        payload,
        acceptsHistorical,
        tracing,
        most,
        maxConcurrency,
        filters);
  }

  public DestinationSettings withMaxConcurrency(@Nullable Integer most) {
    return new DestinationSettings(
        webhooks,
        secrets,
        standardWebhooks,
        payload,
        acceptsHistorical,
        tracing,
        maxRate,
        most,
        filters);
  }

  public DestinationSettings withFilters(Filters those) {
    return new DestinationSettings(
        webhooks,
        secrets,
        standardWebhooks,
        payload,
        acceptsHistorical,
        tracing,
        maxRate,
        maxConcurrency,
        those);
  }
}
