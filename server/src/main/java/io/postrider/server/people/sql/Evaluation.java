package io.postrider.server.people.sql;

import io.postrider.server.people.profile.ChangedProfile;
import java.time.Instant;
import java.util.Collection;
import org.jdbi.v3.core.Handle;

/**
 * Whoever draws conclusions from profiles: which audiences people are in, and what is computed of
 * them.
 *
 * <p>Called within the transaction that changes profiles, after their rows are written and on the
 * thread that wrote them; what it writes by the handle is kept with them or not at all. While
 * profiles are built anew {@link #changed} is not called; {@link #rebuilt} is, once, at the end.
 */
public interface Evaluation {

  /** Draws no conclusions. */
  Evaluation NONE =
      new Evaluation() {
        @Override
        public void changed(Handle handle, Collection<ChangedProfile> changes, Instant now) {}

        @Override
        public void erased(Handle handle, Collection<Long> profiles) {}

        @Override
        public void merged(Handle handle, long from, long into) {}

        @Override
        public void rebuilt(Handle handle, Instant now) {}
      };

  /** Some profiles have changed; each is there, and is named once. */
  void changed(Handle handle, Collection<ChangedProfile> changes, Instant now);

  /** Some profiles are gone, and everything about their people has to go too. */
  void erased(Handle handle, Collection<Long> profiles);

  /**
   * One profile is gone, for another one is of the same person; that one is also touched. Nothing
   * is said to anybody of the one that is gone.
   */
  void merged(Handle handle, long from, long into);

  /**
   * All profiles were built anew. Those with a user id have kept their numbers; everything about
   * them has to be concluded afresh, and only what differs is news.
   */
  void rebuilt(Handle handle, Instant now);
}
