package io.postrider.server.delivery.api;

import io.postrider.id.DestinationId;
import io.postrider.route.Destination;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;

/** Finds the destination that a request is about. */
final class DestinationPath {

  private final LiveCatalog catalog;

  DestinationPath(LiveCatalog catalog) {
    this.catalog = catalog;
  }

  /** The destination as it is in force here; a request for one that is unknown is answered 404. */
  Destination of(ApiRequest call) {
    return DestinationId.parse(call.path("id"))
        .flatMap(id -> catalog.current().destination(id))
        .orElseThrow(() -> ApiException.notFound("destination"));
  }
}
