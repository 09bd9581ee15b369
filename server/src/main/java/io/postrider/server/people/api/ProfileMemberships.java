package io.postrider.server.people.api;

import io.postrider.server.http.admin.Page;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is concluded from profiles, for those who look at one. May block. */
public interface ProfileMemberships {

  /** Nothing is ever concluded. */
  ProfileMemberships NONE =
      new ProfileMemberships() {
        @Override
        public List<Membership> audiences(long profile) {
          return List.of();
        }

        @Override
        public List<ComputedValue> computedTraits(ProfileDirectory.Profile profile) {
          return List.of();
        }

        @Override
        public Optional<Page<Transition>> transitions(
            long profile, @Nullable String cursor, int limit) {
          return cursor == null ? Optional.of(Page.empty()) : Optional.empty();
        }
      };

  /** An audience, as it is named where it is not the subject. */
  record Named(String id, String key, String name) {}

  /** That a person is in an audience. */
  record Membership(Named audience, Instant since) {}

  /**
   * The value of a computed trait.
   *
   * @param json a value, as JSON
   */
  record ComputedValue(String key, String json) {}

  /** That a person entered an audience, or left it. */
  record Transition(Instant at, Named audience, boolean entered) {}

  /** The audiences a profile is in now. */
  List<Membership> audiences(long profile);

  /** The values of computed traits. */
  List<ComputedValue> computedTraits(ProfileDirectory.Profile profile);

  /** Entries and exits, newest first; nothing if the cursor is none of ours. */
  Optional<Page<Transition>> transitions(long profile, @Nullable String cursor, int limit);
}
