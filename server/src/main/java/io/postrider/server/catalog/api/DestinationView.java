package io.postrider.server.catalog.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.SharedSecret;
import io.postrider.route.Webhook;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.catalog.FilterJson;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A destination as the admin API shows it; of its secret only that there is one. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DestinationView(
    @JsonProperty String id,
    @JsonProperty String type,
    @JsonProperty String name,
    @JsonProperty boolean enabled,
    @JsonProperty boolean paused,
    @JsonProperty List<String> sources,
    @JsonProperty Settings settings,
    @JsonProperty String payload,
    @JsonProperty boolean acceptsHistorical,
    @JsonProperty @Nullable Integer maxRate,
    @JsonProperty @Nullable Integer maxConcurrency,
    @JsonProperty JsonNode filters,
    @JsonProperty String state,
    @JsonProperty DestinationHealth.@Nullable Failure lastError,
    @JsonProperty Instant createdAt,
    @JsonProperty @Nullable String declaredAs) {

  /** What the destination's type has settings for. */
  record Settings(
      @JsonProperty List<Hook> webhooks,
      @JsonProperty SecretState sharedSecret,
      @JsonProperty boolean standardWebhooks) {}

  /** One URL and its headers. */
  record Hook(@JsonProperty String url, @JsonProperty Map<String, String> headers) {}

  /** Whether there is a secret, and until when the one before it signs too. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record SecretState(
      @JsonProperty boolean set, @JsonProperty @Nullable Instant previousExpiresAt) {}

  /**
   * What is shown of a destination.
   *
   * @param declaredAs what the workspace file calls it; null if it does not
   * @param headerValues whether the values of static headers are: they may hold passwords
   */
  public static DestinationView of(
      Destination destination,
      DestinationHealth.Report health,
      @Nullable String declaredAs,
      boolean headerValues,
      Instant now) {
    DestinationSettings settings = destination.settings();
    return new DestinationView(
        destination.id().toString(),
        DestinationForm.TYPE,
        destination.name(),
        destination.isEnabled(),
        destination.paused(),
        destination.sources().stream().map(Object::toString).toList(),
        new Settings(
            settings.webhooks().stream().map(webhook -> hook(webhook, headerValues)).toList(),
            secret(settings.secrets(), now),
            settings.standardWebhooks()),
        settings.payload().wireName(),
        settings.acceptsHistorical(),
        settings.maxRate(),
        settings.maxConcurrency(),
        FilterJson.tree(settings.filters().list()),
        health.state().wireName(),
        health.lastError(),
        destination.createdAt(),
        declaredAs);
  }

  private static Hook hook(Webhook webhook, boolean headerValues) {
    Map<String, String> headers = new LinkedHashMap<>();
    webhook
        .headers()
        .forEach(header -> headers.put(header.name(), headerValues ? header.value() : "***"));
    return new Hook(webhook.url(), headers);
  }

  private static SecretState secret(List<SharedSecret> secrets, Instant now) {
    return new SecretState(
        !secrets.isEmpty(),
        secrets.stream()
            .skip(1)
            .filter(secret -> secret.validAt(now))
            .map(SharedSecret::expiresAt)
            .findFirst()
            .orElse(null));
  }
}
