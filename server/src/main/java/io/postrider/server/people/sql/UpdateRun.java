package io.postrider.server.people.sql;

import io.postrider.server.people.profile.ProfileUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Updates that are applied together, the published changes that are restored afterwards, and a
 * deletion that is repeated last. Immutable.
 *
 * @param deletion null for none
 */
record UpdateRun(
    List<ProfileUpdate> updates, List<ProfileUpdate> published, @Nullable ProfileUpdate deletion) {

  UpdateRun {
    updates = List.copyOf(updates);
    published = List.copyOf(published);
  }

  /**
   * Splits updates, in order; the last run has no deletion.
   *
   * @param repeated whether an update is a deletion to repeat
   * @param restoring whether published changes count
   */
  static List<UpdateRun> of(
      List<ProfileUpdate> updates, Predicate<ProfileUpdate> repeated, boolean restoring) {
    List<UpdateRun> runs = new ArrayList<>();
    List<ProfileUpdate> open = new ArrayList<>();
    List<ProfileUpdate> published = new ArrayList<>();
    for (ProfileUpdate update : updates) {
      boolean isRepeated = repeated.test(update);
      if (isRepeated || (!published.isEmpty() && endsAProfile(update))) {
        runs.add(new UpdateRun(open, published, isRepeated ? update : null));
        open.clear();
        published.clear();
      }
      if (!(update.content() instanceof ProfileUpdate.Published)) {
        if (!isRepeated) {
          open.add(update);
        }
      } else if (restoring) {
        published.add(update);
      }
    }
    runs.add(new UpdateRun(open, published, null));
    return runs;
  }

  /** Whether earlier changes of a profile would reach another one if they were restored later. */
  private static boolean endsAProfile(ProfileUpdate update) {
    return update.content() instanceof ProfileUpdate.Erased
        || update.content() instanceof ProfileUpdate.Renamed;
  }
}
