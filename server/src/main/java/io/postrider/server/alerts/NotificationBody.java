package io.postrider.server.alerts;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.server.http.admin.Json;
import java.time.Instant;

/** The JSON body of a notification; the same bytes at every retry. */
record NotificationBody(
    @JsonProperty String id,
    @JsonProperty Instant at,
    @JsonProperty String kind,
    @JsonProperty String destinationId,
    @JsonProperty String destinationName,
    @JsonProperty String message,
    @JsonProperty Instant since) {

  static byte[] of(Notification notification) {
    return Json.write(
        new NotificationBody(
            notification.idText(),
            notification.at(),
            notification.kind().wireName(),
            notification.destination().toString(),
            notification.destinationName(),
            notification.message(),
            notification.since()));
  }
}
