package io.postrider.server.catalog.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.filter.Filter;
import io.postrider.filter.Filters;
import io.postrider.id.SourceId;
import io.postrider.route.DestinationSettings;
import io.postrider.route.PayloadFormat;
import io.postrider.route.SharedSecret;
import io.postrider.route.Webhook;
import io.postrider.server.catalog.DestinationChange;
import io.postrider.server.catalog.DestinationView;
import io.postrider.server.catalog.FilterForm;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.FieldMessages;
import io.postrider.server.http.admin.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Reads and validates the fields of a destination. */
public final class DestinationForm {

  static final int MAX_NAME_LENGTH = 200;
  public static final int MAX_SOURCES = 1_000;
  public static final int MAX_RATE = 1_000_000;
  public static final int MAX_CONCURRENCY = 1_000;

  private final Fields fields;
  private UnaryOperator<DestinationSettings> settings = UnaryOperator.identity();

  private DestinationForm(Fields fields) {
    this.fields = fields;
  }

  /** The body of a POST. */
  static DestinationChange create(ApiRequest call) {
    return create(Fields.of(call, Set.of("application/json")));
  }

  /** The fields of a new or declared destination. */
  public static DestinationChange create(Fields fields) {
    return new DestinationForm(fields.require("name", "settings")).read(true);
  }

  /** The body of a PATCH: omitted fields do not change, also within settings. */
  static DestinationChange change(ApiRequest call) {
    Fields fields = Fields.of(call, Set.of("application/json", "application/merge-patch+json"));
    return new DestinationForm(fields).read(false);
  }

  /** The body of a rotation: the new secret; empty to generate one. */
  static Optional<String> rotate(ApiRequest call) {
    if (call.body().length == 0) {
      return Optional.empty();
    }
    Fields fields = Fields.of(call, Set.of("application/json"));
    JsonNode node = fields.node("sharedSecret");
    String secret = node == null ? null : SharedSecretField.read(fields, node);
    fields.check();
    return Optional.ofNullable(secret);
  }

  private DestinationChange read(boolean whole) {
    fields.choice(
        "type",
        text -> Optional.of(text).filter(DestinationView.TYPE::equals),
        "\"" + DestinationView.TYPE + "\"");
    String name = fields.name("name", MAX_NAME_LENGTH);
    Boolean enabled = fields.bool("enabled");
    Boolean paused = fields.bool("paused");
    List<SourceId> sources =
        fields.distinct("sources", 0, MAX_SOURCES, SourceId::parse, "is not the ID of a source");
    Fields inner = fields.object("settings");
    if (inner != null) {
      settings(whole ? inner.require("webhooks") : inner);
    }
    PayloadFormat payload = fields.choice("payload", PayloadFormat::parse, "standard or full");
    also(payload, DestinationSettings::withPayload);
    also(fields.bool("acceptsHistorical"), DestinationSettings::withAcceptsHistorical);
    also(fields.bool("tracing"), DestinationSettings::withTracing);
    limits();
    List<Filter> filters = FilterForm.read(fields);
    also(filters == null ? null : Filters.of(filters), DestinationSettings::withFilters);
    fields.readOnly("id", "state", "failingSince", "lastDeliveredAt", "lastError", "createdAt");
    fields.check();
    return new DestinationChange(name, enabled, paused, sources, settings);
  }

  private void settings(Fields inner) {
    List<Fields> entries = inner.objects("webhooks", 1, DestinationSettings.MAX_WEBHOOKS);
    if (entries != null) {
      also(webhooks(entries), DestinationSettings::withWebhooks);
    }
    also(inner.bool("standardWebhooks"), DestinationSettings::withStandardWebhooks);
    JsonNode node = inner.node("sharedSecret");
    if (node == null) {
      return;
    }
    if (node.isNull()) {
      also(List.of(), DestinationSettings::withSecrets);
      return;
    }
    String secret = SharedSecretField.read(inner, node);
    if (secret != null) {
      also(List.of(SharedSecret.current(secret)), DestinationSettings::withSecrets);
    }
  }

  private static List<Webhook> webhooks(List<Fields> entries) {
    List<Webhook> webhooks = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    for (int i = 0; i < entries.size(); i++) {
      Fields entry = entries.get(i).require("url");
      String url = WebhookUrl.read(entry);
      List<Webhook.Header> headers = StaticHeaders.read(entry);
      if (url == null) {
        continue;
      }
      Integer same = seen.putIfAbsent(WebhookUrl.normalized(url), i);
      if (same != null) {
        entry.wrong("url", FieldMessages.sameAs("settings.webhooks[%d].url".formatted(same)));
      }
      webhooks.add(new Webhook(url, headers));
    }
    return webhooks;
  }

  private void limits() {
    boolean limitsRate = fields.has("maxRate");
    Integer maxRate = fields.integerOrNull("maxRate", 1, MAX_RATE);
    boolean limitsConcurrency = fields.has("maxConcurrency");
    Integer maxConcurrency = fields.integerOrNull("maxConcurrency", 1, MAX_CONCURRENCY);
    then(now -> limitsRate ? now.withMaxRate(maxRate) : now);
    then(now -> limitsConcurrency ? now.withMaxConcurrency(maxConcurrency) : now);
  }

  private interface Edit<T> {
    DestinationSettings apply(DestinationSettings settings, T value);
  }

  private <T> void also(@Nullable T value, Edit<T> edit) {
    if (value != null) {
      then(now -> edit.apply(now, value));
    }
  }

  private void then(UnaryOperator<DestinationSettings> next) {
    UnaryOperator<DestinationSettings> before = settings;
    settings = now -> next.apply(before.apply(now));
  }
}
