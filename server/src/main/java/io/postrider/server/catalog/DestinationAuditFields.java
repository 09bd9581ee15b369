package io.postrider.server.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.SharedSecret;
import io.postrider.route.Webhook;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditFields;
import java.util.List;

/**
 * A destination as the audit trail tells of it: neither its secrets nor the values of its headers
 * show. Pure.
 */
public final class DestinationAuditFields {

  private DestinationAuditFields() {}

  public static AuditEvent created(Destination destination) {
    return subject(destination).created(of(destination));
  }

  public static AuditEvent changed(Destination before, Destination after) {
    return subject(after).changed(of(before), of(after));
  }

  public static AuditEvent deleted(Destination destination) {
    return subject(destination).deleted(of(destination));
  }

  /** The destination as what something is done to. */
  public static AuditEvent.Subject subject(Destination destination) {
    return new AuditEvent.Subject("destination", destination.id().toString(), destination.name());
  }

  private static AuditFields of(Destination destination) {
    DestinationSettings settings = destination.settings();
    AuditFields facts =
        AuditFields.none()
            .with("name", destination.name())
            .with("enabled", destination.isEnabled())
            .with("paused", destination.paused())
            .with("sources", destination.sources().stream().map(Object::toString).toList());
    for (int i = 0; i < settings.webhooks().size(); i++) {
      Webhook webhook = settings.webhooks().get(i);
      String path = "settings.webhooks[%d].".formatted(i);
      facts.with(path + "url", webhook.url());
      webhook
          .headers()
          .forEach(header -> facts.secret(path + "headers." + header.name(), header.value()));
    }
    JsonNode filters = FilterJson.tree(settings.filters().list());
    for (int i = 0; i < filters.size(); i++) {
      facts.with("filters[%d]".formatted(i), filters.get(i));
    }
    List<String> secrets = settings.secrets().stream().map(SharedSecret::value).toList();
    return facts
        .secret("settings.sharedSecret", secrets.isEmpty() ? null : secrets)
        .with("settings.standardWebhooks", settings.standardWebhooks())
        .with("payload", settings.payload().wireName())
        .with("acceptsHistorical", settings.acceptsHistorical())
        .with("maxRate", settings.maxRate())
        .with("maxConcurrency", settings.maxConcurrency());
  }
}
