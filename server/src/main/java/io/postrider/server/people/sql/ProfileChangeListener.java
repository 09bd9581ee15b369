package io.postrider.server.people.sql;

import io.postrider.server.database.Handle;
import io.postrider.server.people.profile.ChangedProfile;
import java.time.Instant;
import java.util.Collection;

/**
 * Receives changes of profiles, to evaluate computations for them.
 *
 * <p>Called within the transaction that changes the profiles, after their rows are written and on
 * the same thread. What it writes through the handle is committed or rolled back with them. During
 * a rebuild {@link #changed} is not called; {@link #rebuilt} is called once at the end.
 */
public interface ProfileChangeListener {
  ProfileChangeListener NONE =
      new ProfileChangeListener() {
        @Override
        public void changed(Handle handle, Collection<ChangedProfile> changes, Instant now) {}

        @Override
        public void erased(Handle handle, Collection<Long> profiles) {}

        @Override
        public void merged(Handle handle, long from, long into) {}

        @Override
        public void rebuilt(Handle handle, Instant now) {}
      };

  /** Some profiles have changed; each exists and is listed once. */
  void changed(Handle handle, Collection<ChangedProfile> changes, Instant now);

  /** Some profiles were deleted; everything about them must be deleted too. */
  void erased(Handle handle, Collection<Long> profiles);

  /**
   * A profile was merged into another one, which is also reported as changed. Destinations are not
   * informed about the merged profile.
   */
  void merged(Handle handle, long from, long into);

  /**
   * All profiles were rebuilt. Those with a user ID have their old numbers; they must be evaluated
   * again, and only differences are sent.
   */
  void rebuilt(Handle handle, Instant now);
}
