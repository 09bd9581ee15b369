package io.postrider.server.overview;

import io.postrider.server.NodeContext;
import io.postrider.server.catalog.CatalogFeature;
import io.postrider.server.delivery.DeliveryFeature;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.usage.IngestCountRecorder;
import java.util.List;

/** The overview: figures from all features and the admin API that shows them. */
public final class OverviewFeature {

  private OverviewFeature() {}

  public static List<ApiRoutes> routes(
      NodeContext node,
      CatalogFeature catalog,
      IngestCountRecorder ingestCounts,
      DeliveryFeature delivery) {
    NodeFigures figures =
        new NodeFigures(
            ingestCounts,
            delivery,
            catalog,
            node.log(),
            node.logState(),
            node.databases()::setAside);
    return List.of(new OverviewResource(catalog.live(), figures, node.time()));
  }
}
