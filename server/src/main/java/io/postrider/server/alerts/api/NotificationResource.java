package io.postrider.server.alerts.api;

import io.postrider.server.access.Visibility;
import io.postrider.server.alerts.NotificationStore;
import io.postrider.server.alerts.NotificationView;
import io.postrider.server.database.Slice;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/** The admin API for notifications, newest first. */
public final class NotificationResource implements ApiRoutes {

  private final NotificationStore notifications;

  public NotificationResource(NotificationStore notifications) {
    this.notifications = notifications;
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
    return ApiResponse.json(
        200,
        paging
            .page(found.items(), found.next())
            .map(one -> Visibility.showsSecrets(call) ? one : one.withoutSecrets()));
  }
}
