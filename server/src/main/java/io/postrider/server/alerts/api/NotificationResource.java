package io.postrider.server.alerts.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.postrider.id.DestinationId;
import io.postrider.server.alerts.Notification;
import io.postrider.server.alerts.NotificationStore;
import io.postrider.server.database.Slice;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;

/** The admin API for notifications, newest first. */
public final class NotificationResource implements ApiRoutes {

  private final NotificationStore notifications;

  public NotificationResource(NotificationStore notifications) {
    this.notifications = notifications;
  }

  /** A notification as JSON. */
  private record NotificationView(
      @JsonProperty String id,
      @JsonProperty Instant at,
      @JsonProperty String kind,
      @JsonProperty @JsonSerialize(using = ToStringSerializer.class) DestinationId destinationId,
      @JsonProperty String destinationName,
      @JsonProperty String message,
      @JsonProperty Instant since,
      @JsonProperty String sent) {

    static NotificationView of(Notification notification) {
      return new NotificationView(
          notification.idText(),
          notification.at(),
          notification.kind().wireName(),
          notification.destination(),
          notification.destinationName(),
          notification.message(),
          notification.since(),
          notification.sent().wireName());
    }
  }

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/notifications").on(HttpMethod.GET, this::list));
  }

  private ApiResponse list(ApiRequest call) {
    Query query = Query.of(call);
    Paging<Long> paging = Paging.of(query, PageCursor.numbers("notifications"));
    query.check();
    Slice<NotificationView> found =
        notifications.page(paging.after(Long.MAX_VALUE), paging.limit()).map(NotificationView::of);
    return ApiResponse.json(200, paging.page(found.items(), found.next()));
  }
}
