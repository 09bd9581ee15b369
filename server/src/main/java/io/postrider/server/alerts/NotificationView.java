package io.postrider.server.alerts;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.server.access.UrlMask;
import io.postrider.server.http.admin.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A notification as JSON.
 *
 * @param sent null in a posted body, which is the same at every retry
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NotificationView(
    @JsonProperty String id,
    @JsonProperty Instant at,
    @JsonProperty String kind,
    @JsonProperty String destinationId,
    @JsonProperty String destinationName,
    @JsonProperty String message,
    @JsonProperty Instant since,
    @JsonProperty Notification.@Nullable Sent sent) {

  public static NotificationView of(Notification notification) {
    return of(notification, notification.sent());
  }

  /** The same for readers who may not see secrets of URLs. */
  public NotificationView withoutSecrets() {
    return new NotificationView(
        id, at, kind, destinationId, destinationName, UrlMask.inText(message), since, sent);
  }

  static byte[] body(Notification notification) {
    return Json.write(of(notification, null));
  }

  private static NotificationView of(Notification from, Notification.@Nullable Sent sent) {
    return new NotificationView(
        from.idText(),
        from.at(),
        from.kind().wireName(),
        from.destination().toString(),
        from.destinationName(),
        from.message(),
        from.since(),
        sent);
  }
}
