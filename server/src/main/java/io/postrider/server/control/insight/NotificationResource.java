package io.postrider.server.control.insight;

import io.postrider.server.control.ApiPart;
import io.postrider.server.control.Paging;
import io.postrider.server.control.deliveries.Listing;
import io.postrider.server.http.Answer;
import io.postrider.server.http.Call;
import io.postrider.server.http.ListCursors;
import io.postrider.server.http.Query;
import io.postrider.server.http.Resource;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/** What operators were told, newest first. */
public final class NotificationResource implements ApiPart {

  private final NotificationList notifications;

  public NotificationResource(NotificationList notifications) {
    this.notifications = notifications;
  }

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/notifications").on(HttpMethod.GET, this::list));
  }

  private Answer list(Call call) {
    Query query = Query.of(call);
    Paging paging = Paging.of(query, ListCursors.of("notifications"));
    query.check();
    long before = paging.after() == 0 ? Long.MAX_VALUE : paging.after();
    NotificationList.Page page = notifications.page(before, paging.limit());
    return Answer.json(200, new Listing<>(page.items(), paging.next(page.next())));
  }
}
