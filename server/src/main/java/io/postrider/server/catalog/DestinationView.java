package io.postrider.server.catalog;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.message.Redaction;
import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.SharedSecret;
import io.postrider.route.Webhook;
import io.postrider.server.access.Visibility;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A destination as JSON, without its secrets. */
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
    @JsonProperty boolean tracing,
    @JsonProperty @Nullable Integer maxRate,
    @JsonProperty @Nullable Integer maxConcurrency,
    @JsonProperty JsonNode filters,
    @JsonProperty String state,
    @JsonProperty @Nullable Instant failingSince,
    @JsonProperty @Nullable Instant lastDeliveredAt,
    @JsonProperty DestinationHealth.@Nullable Failure lastError,
    @JsonProperty Instant createdAt,
    @JsonProperty @Nullable String declaredAs) {

  /** The only type. */
  public static final String TYPE = "Webhooks";

  /** The fields that only the server sets. */
  public static final Set<String> READ_ONLY =
      Set.of(
          "id",
          "type",
          "state",
          "failingSince",
          "lastDeliveredAt",
          "lastError",
          "createdAt",
          "declaredAs");

  /** The settings of the type. */
  public record Settings(
      @JsonProperty List<Hook> webhooks,
      @JsonProperty SecretState sharedSecret,
      @JsonProperty boolean standardWebhooks) {}

  /** One URL and its headers. */
  public record Hook(@JsonProperty String url, @JsonProperty Map<String, String> headers) {}

  /**
   * Whether a secret is set.
   *
   * @param previousExpiresAt when the previous secret expires; null if it does not sign any more
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record SecretState(
      @JsonProperty boolean set, @JsonProperty @Nullable Instant previousExpiresAt) {}

  /**
   * The view of a destination.
   *
   * @param declaredAs its name in the workspace file; null if it is not declared
   * @param visibility what the reader may see
   */
  public static DestinationView of(
      Destination destination,
      DestinationHealth.Report health,
      @Nullable String declaredAs,
      Visibility visibility,
      Instant now) {
    DestinationSettings settings = destination.settings();
    return new DestinationView(
        destination.id().toString(),
        TYPE,
        destination.name(),
        destination.isEnabled(),
        destination.paused(),
        destination.sources().stream().map(Object::toString).toList(),
        new Settings(
            settings.webhooks().stream().map(webhook -> hook(webhook, visibility)).toList(),
            secret(settings.secrets(), now),
            settings.standardWebhooks()),
        settings.payload().wireName(),
        settings.acceptsHistorical(),
        settings.tracing(),
        settings.maxRate(),
        settings.maxConcurrency(),
        FilterJson.tree(settings.filters().list(), visibility.redaction()),
        health.state().wireName(),
        health.since(),
        health.lastDeliveredAt(),
        lastError(health, visibility),
        destination.createdAt(),
        declaredAs);
  }

  private static Hook hook(Webhook webhook, Visibility visibility) {
    Map<String, String> headers = new LinkedHashMap<>();
    webhook
        .headers()
        .forEach(
            header ->
                headers.put(header.name(), visibility.secrets() ? header.value() : Redaction.MASK));
    return new Hook(visibility.url(webhook.url()), headers);
  }

  private static DestinationHealth.@Nullable Failure lastError(
      DestinationHealth.Report health, Visibility visibility) {
    DestinationHealth.Failure failure = health.lastError();
    return failure == null || visibility.secrets() ? failure : failure.withoutSecrets();
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
