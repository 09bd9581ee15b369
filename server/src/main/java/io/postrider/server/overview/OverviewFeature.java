package io.postrider.server.overview;

import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.delivery.DeliveryService;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.usage.IntakeRecorder;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** The overview: figures from all features and the admin API that shows them. */
public final class OverviewFeature {

  private OverviewFeature() {}

  /**
   * The admin API.
   *
   * @param delivery null on a node that does not deliver
   */
  public static ApiRoutes api(
      LiveCatalog catalog,
      IntakeRecorder intake,
      @Nullable DeliveryService delivery,
      EmbeddedLog log,
      InstantSource time) {
    NodeFigures figures =
        new NodeFigures(
            intake, delivery == null ? null : delivery.inspection(), catalog, log, log::state);
    return new OverviewResource(catalog, figures, time);
  }
}
