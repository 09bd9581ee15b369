package io.postrider.server.people.profile;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds profiles by a trait, or by their user ID. Any thread may call it; every call may block. */
public interface ProfileSearch {

  /**
   * A search.
   *
   * @param path the keys of the trait, from the outermost; empty for the user ID
   * @param value the wanted value, as text; case is ignored
   * @param prefix whether values that start with it match too
   */
  record Wanted(List<String> path, String value, boolean prefix) {

    public Wanted {
      path = List.copyOf(path);
    }
  }

  /**
   * A position in the results, which are ordered by value.
   *
   * @param value as indexed
   */
  record Position(String value, long profile) {}

  /** A profile that matches. */
  record Match(Position position, String userId, Instant lastSeenAt) {}

  /**
   * Some results.
   *
   * @param matches at most as many as asked for
   * @param next where to continue; null at the end
   */
  record Results(List<Match> matches, @Nullable Position next) {

    public Results {
      matches = List.copyOf(matches);
    }
  }

  /** Finds profiles with a user ID after a position; from the start if it is null. */
  Results search(Wanted wanted, @Nullable Position after, int most);

  /** Whether all profiles are indexed; false for a while after an update of the program. */
  boolean isComplete();
}
