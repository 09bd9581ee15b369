package io.postrider.server.people.api;

import io.postrider.log.MemoryLog;
import io.postrider.server.http.admin.Page;
import io.postrider.server.people.profile.FakeProfileStore;
import io.postrider.server.people.profile.ProfileDirectory;
import io.postrider.server.people.profile.ProfileRebuild;
import io.postrider.server.people.profile.ProfileSearch;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Profiles that a test sets. */
public final class FakeProfiles implements ProfileDirectory, ProfileSearch {

  public static final Instant SEEN = Instant.parse("2026-02-01T00:00:00Z");
  private static final AudienceReference BIG =
      new AudienceReference("aud_1", "big_spenders", "Big Spenders");

  public volatile String userId = "ada";
  public final List<Event> events = new ArrayList<>();
  public final FakeProfileStore store = new FakeProfileStore();

  @Override
  public Optional<Profile> find(String wanted) {
    return wanted.equals(userId)
        ? Optional.of(
            new Profile(
                7,
                userId,
                List.of(userId, "old"),
                List.of("visitor-1", "visitor-2"),
                "{\"email\":\"a@b.c\",\"plan\":\"pro\"}",
                List.of(new Group("acme", "{\"email\":\"x@y.z\",\"size\":5}")),
                events.size(),
                SEEN,
                SEEN.plusSeconds(60)))
        : Optional.empty();
  }

  @Override
  public List<Event> events(long number, @Nullable Place after, int most) {
    return events.stream()
        .filter(event -> after == null || event.place().seq() < after.seq())
        .limit(most)
        .toList();
  }

  @Override
  public List<Recent> recent(int most) {
    return List.of(new Recent(userId, SEEN), new Recent("bob", SEEN)).subList(0, Math.min(most, 2));
  }

  /** The searches, with where they started. */
  public final List<String> searches = new ArrayList<>();

  @Override
  public Results search(Wanted wanted, @Nullable Position after, int most) {
    searches.add(wanted + " " + after);
    Match match = new Match(new Position("a b", 7), userId, SEEN);
    return new Results(List.of(match), after == null ? match.position() : null);
  }

  @Override
  public boolean isComplete() {
    return true;
  }

  @Override
  public List<Membership> audiences(long profile) {
    return List.of(new Membership(BIG.id(), BIG.key(), BIG.name(), SEEN));
  }

  @Override
  public List<ComputedValue> computedTraits(long profile) {
    return List.of(new ComputedValue("email", "\"c\""), new ComputedValue("total", "12.5"));
  }

  @Override
  public Optional<Page<Transition>> transitions(long profile, @Nullable String cursor, int limit) {
    return "wrong".equals(cursor)
        ? Optional.empty()
        : Optional.of(
            new Page<>(List.of(new Transition(SEEN, BIG, true)), cursor == null ? "n" : null));
  }

  public ProfileRebuild rebuild(InstantSource time) {
    return new ProfileRebuild(store, new MemoryLog(), () -> {}, time);
  }
}
