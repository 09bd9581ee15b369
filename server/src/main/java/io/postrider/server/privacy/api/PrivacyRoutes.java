package io.postrider.server.privacy.api;

import io.postrider.message.Redaction;
import io.postrider.route.Catalog;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Endpoint;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.privacy.Privacy;
import io.postrider.server.privacy.RegulationStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The admin API for regulations and suppressions. */
public final class PrivacyRoutes implements ApiRoutes {

  private static final String USER_ID = "userId";
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final RegulationResource regulations;
  private final SuppressionResource suppressions;

  /**
   * @param ids random bits for new regulations
   * @param logRetention how long the log retains messages
   * @param redaction what to hide from a caller
   */
  public PrivacyRoutes(
      RegulationStore store,
      Privacy privacy,
      Supplier<Catalog> catalog,
      LongSupplier ids,
      Duration logRetention,
      Function<ApiRequest, Redaction> redaction,
      InstantSource time) {
    Predicate<ApiRequest> seesUsers = call -> !redaction.apply(call).hides(USER_ID);
    this.regulations =
        new RegulationResource(store, privacy, catalog, ids, logRetention, seesUsers, time);
    this.suppressions = new SuppressionResource(store, seesUsers);
  }

  @Override
  public List<Resource> resources() {
    return Stream.concat(regulations.resources().stream(), suppressions.resources().stream())
        .map(resource -> resource.mapped(PrivacyRoutes::reportingOutages))
        .toList();
  }

  private static Endpoint reportingOutages(Endpoint endpoint) {
    return call -> {
      try {
        return endpoint.answer(call);
      } catch (DatabaseUnavailableException unavailable) {
        throw ApiException.unavailable("The database is unavailable; retry.", RETRY_AFTER);
      }
    };
  }
}
