package io.postrider.server.alerts.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.postrider.id.DestinationId;
import io.postrider.server.database.Slice;
import java.time.Instant;
import java.util.List;

/** What operators were told. May be called from any thread; it may block. */
@FunctionalInterface
public interface NotificationList {

  /** Nothing was ever told. */
  NotificationList NONE = (before, limit) -> new Slice<>(List.of(), null);

  /**
   * Notifications, newest first.
   *
   * @param before those before this position; {@link Long#MAX_VALUE} for the newest
   */
  Slice<Item> page(long before, int limit);

  /**
   * One notification.
   *
   * @param kind its name on the wire, such as {@code destination.failing}
   * @param since when what it tells of began
   * @param sent whether it was posted to the operator: {@code sent}, {@code waiting}, {@code
   *     failed} or {@code off}
   */
  record Item(
      @JsonProperty String id,
      @JsonProperty Instant at,
      @JsonProperty String kind,
      @JsonProperty @JsonSerialize(using = ToStringSerializer.class) DestinationId destinationId,
      @JsonProperty String destinationName,
      @JsonProperty String message,
      @JsonProperty Instant since,
      @JsonProperty String sent) {}
}
