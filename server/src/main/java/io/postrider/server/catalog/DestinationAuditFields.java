package io.postrider.server.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.route.Destination;
import io.postrider.route.SharedSecret;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditFields;
import io.postrider.server.access.Visibility;
import io.postrider.server.http.admin.Json;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Audit events of destinations; they hide secrets and the values of headers. Pure. */
public final class DestinationAuditFields {

  private DestinationAuditFields() {}

  /** The event of a change; null before a creation, or after a deletion. */
  public static AuditEvent changed(@Nullable Destination before, @Nullable Destination after) {
    return subject(Objects.requireNonNull(after == null ? before : after))
        .changed(before == null ? null : of(before), after == null ? null : of(after));
  }

  public static AuditEvent.Subject subject(Destination destination) {
    return new AuditEvent.Subject("destination", destination.id().toString(), destination.name());
  }

  /** The fields of the view that can be changed, and the secrets. */
  private static AuditFields of(Destination destination) {
    JsonNode view =
        Json.tree(
            DestinationView.of(
                destination,
                DestinationHealth.Report.bySettings(destination),
                null,
                Visibility.ALL,
                destination.createdAt()));
    AuditFields fields = AuditFields.none();
    for (Map.Entry<String, JsonNode> field : view.properties()) {
      switch (field.getKey()) {
        case "settings" -> settings(field.getValue(), destination, fields);
        case "filters" -> {
          for (int i = 0; i < field.getValue().size(); i++) {
            fields.with("filters[%d]".formatted(i), field.getValue().get(i));
          }
        }
        default -> {
          if (!DestinationView.READ_ONLY.contains(field.getKey())) {
            fields.with(field.getKey(), field.getValue());
          }
        }
      }
    }
    return fields;
  }

  private static void settings(JsonNode settings, Destination destination, AuditFields fields) {
    for (int i = 0; i < settings.path("webhooks").size(); i++) {
      JsonNode webhook = settings.path("webhooks").get(i);
      String path = "settings.webhooks[%d].".formatted(i);
      fields.with(path + "url", webhook.path("url"));
      webhook
          .path("headers")
          .properties()
          .forEach(header -> fields.secret(path + "headers." + header.getKey(), header.getValue()));
    }
    List<String> secrets =
        destination.settings().secrets().stream().map(SharedSecret::value).toList();
    fields
        .secret("settings.sharedSecret", secrets.isEmpty() ? null : secrets)
        .with("settings.standardWebhooks", settings.path("standardWebhooks"));
  }
}
