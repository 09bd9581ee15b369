package io.postrider.server.catalog.definition;

import io.postrider.audience.AudienceCondition;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.server.http.admin.Page;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Returns what a test sets; by default, a node that does not compute. */
public final class FakeComputations implements ComputationResults {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final NoComputationResults none = new NoComputationResults();
  public final Map<ComputationId, Report> reports = new HashMap<>();
  public final List<ComputationId> synced = new ArrayList<>();
  public final List<ComputationDefinition> previewed = new ArrayList<>();
  public volatile boolean computes;

  /** The value of every member. */
  public volatile String value = "\"gold\"";

  @Override
  public Map<ComputationId, Report> reports(Collection<? extends Computation> computations) {
    Map<ComputationId, Report> all = new HashMap<>(none.reports(computations));
    all.putAll(reports);
    return all;
  }

  @Override
  public void sync(Computation computation) {
    if (!computes) {
      none.sync(computation);
    }
    synced.add(computation.id());
  }

  @Override
  public Preview preview(ComputationDefinition definition, int sample) {
    if (!computes) {
      return none.preview(definition, sample);
    }
    previewed.add(definition);
    return new Preview(
        123,
        List.of(new Sampled("ada", definition instanceof AudienceCondition ? null : "7")),
        1_000,
        false);
  }

  @Override
  public Optional<Page<Member>> members(
      Computation computation, @Nullable String cursor, int limit) {
    if (!computes) {
      return none.members(computation, cursor, limit);
    }
    boolean trait = computation.id().kind() == ComputationKind.TRAIT;
    Member member = new Member("ada", trait ? value : null, NOON);
    if (cursor == null) {
      return Optional.of(new Page<>(List.of(member), limit == 1 ? "ada" : null));
    }
    return cursor.equals("ada") ? Optional.of(Page.empty()) : Optional.empty();
  }

  @Override
  public List<Member> find(Computation computation, String userIdPrefix, int limit) {
    return members(computation, null, Integer.MAX_VALUE - 1).orElseThrow().data().stream()
        .filter(member -> member.userId().startsWith(userIdPrefix))
        .limit(limit)
        .toList();
  }

  @Override
  public List<Size> sizes(Computation computation, Instant from, Instant to) {
    return computes
        ? List.of(new Size(from, 1), new Size(to, 2))
        : none.sizes(computation, from, to);
  }
}
