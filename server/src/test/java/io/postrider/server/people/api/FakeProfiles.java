package io.postrider.server.people.api;

import io.postrider.server.http.admin.Page;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** People whom a test makes up. */
public final class FakeProfiles implements ProfileDirectory, ProfileMemberships, ProfileRebuild {

  public static final Instant SEEN = Instant.parse("2026-02-01T00:00:00Z");
  private static final Named BIG = new Named("aud_1", "big_spenders", "Big Spenders");

  public volatile String userId = "ada";
  public final List<Event> events = new ArrayList<>();
  public volatile @Nullable Progress progress;
  public final AtomicInteger rebuilds = new AtomicInteger();

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
                "{}",
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

  @Override
  public List<Membership> audiences(long profile) {
    return List.of(new Membership(BIG, SEEN));
  }

  @Override
  public List<ComputedValue> computedTraits(Profile profile) {
    return List.of(new ComputedValue("total", "12.5"), new ComputedValue("email", "\"c\""));
  }

  @Override
  public Optional<Page<Transition>> transitions(long profile, @Nullable String cursor, int limit) {
    return "wrong".equals(cursor)
        ? Optional.empty()
        : Optional.of(
            new Page<>(List.of(new Transition(SEEN, BIG, true)), cursor == null ? "n" : null));
  }

  @Override
  public void start() {
    rebuilds.incrementAndGet();
    progress = new Progress(0, 10);
  }

  @Override
  public Optional<Progress> progress() {
    return Optional.ofNullable(progress);
  }
}
