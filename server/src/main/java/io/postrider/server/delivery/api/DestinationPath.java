package io.postrider.server.delivery.api;

import io.postrider.id.DestinationId;
import io.postrider.route.Destination;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.CursorCodecs;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.http.admin.Query;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the destination that a request is about, and reads what such requests have in common. */
final class DestinationPath {

  static final int LARGEST_PAGE = 200;
  static final int USUAL_PAGE = 50;

  private final LiveCatalog catalog;

  DestinationPath(LiveCatalog catalog) {
    this.catalog = catalog;
  }

  /** The destination as it is in force here; a request for one that is unknown is answered 404. */
  Destination of(ApiRequest call) {
    return DestinationId.parse(call.path("id"))
        .flatMap(id -> catalog.current().destination(id))
        .orElseThrow(
            () -> ApiException.of(ProblemCode.NOT_FOUND, "There is no destination of this id."));
  }

  /** How many items a page has at most; to be trusted after the query was checked. */
  static int limit(Query query) {
    return limit(query, LARGEST_PAGE);
  }

  /** The same, for pages of another size. */
  static int limit(Query query, int largest) {
    Integer limit =
        query.parameter(
            "limit", text -> parseLimit(text, largest), "must be a number from 1 to " + largest);
    return limit == null ? USUAL_PAGE : limit;
  }

  /** A cursor that may be one of ours. */
  static @Nullable String cursor(Query query, CursorCodecs cursors) {
    return cursors.read(
        query, text -> Optional.of(text).filter(t -> t.matches("[A-Za-z0-9_.~-]{1,200}")));
  }

  private static Optional<Integer> parseLimit(String text, int largest) {
    return text.matches("[0-9]{1,4}")
        ? Optional.of(Integer.parseInt(text)).filter(n -> n >= 1 && n <= largest)
        : Optional.empty();
  }
}
