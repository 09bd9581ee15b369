package io.postrider.server.catalog.definition;

import io.postrider.audience.Computation;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.ComputationId;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Page;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The results on a node that does not compute. */
public final class NoComputationResults implements ComputationResults {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  private static ApiException unavailable() {
    return ApiException.unavailable(
        "This node does not compute audiences; use a node with the role audience.", RETRY_AFTER);
  }

  @Override
  public Map<ComputationId, Report> reports(Collection<? extends Computation> computations) {
    Map<ComputationId, Report> reports = new HashMap<>();
    computations.forEach(one -> reports.put(one.id(), Report.bySettings(one)));
    return reports;
  }

  @Override
  public void sync(Computation computation) {
    throw unavailable();
  }

  @Override
  public Preview preview(ComputationDefinition definition, int sample) {
    throw unavailable();
  }

  @Override
  public Optional<Page<Member>> members(
      Computation computation, @Nullable String cursor, int limit) {
    throw unavailable();
  }

  @Override
  public List<Member> find(Computation computation, String userIdPrefix, int limit) {
    throw unavailable();
  }

  @Override
  public List<Size> sizes(Computation computation, Instant from, Instant to) {
    throw unavailable();
  }
}
