package io.postrider.server.people.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.postrider.server.http.admin.Page;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Read access to profiles for the admin API. Any thread may call it. Every call may block, and may
 * throw {@link io.postrider.server.database.DatabaseUnavailableException}.
 */
public interface ProfileDirectory {

  /** The most IDs of each kind that a profile lists. */
  int MAX_IDS = 100;

  /**
   * One profile.
   *
   * @param number the internal number of the profile
   * @param userId the canonical user ID
   * @param userIds all user IDs, at most {@value #MAX_IDS}
   * @param traits a JSON object
   */
  record Profile(
      long number,
      String userId,
      List<String> userIds,
      List<String> anonymousIds,
      String traits,
      List<Group> groups,
      int events,
      Instant firstSeenAt,
      Instant lastSeenAt) {

    public Profile {
      userIds = List.copyOf(userIds);
      anonymousIds = List.copyOf(anonymousIds);
      groups = List.copyOf(groups);
    }
  }

  /**
   * A group that a user belongs to.
   *
   * @param traits a JSON object
   */
  record Group(@JsonProperty String groupId, @JsonProperty @JsonRawValue String traits) {}

  record Recent(@JsonProperty String userId, @JsonProperty Instant lastSeenAt) {}

  /**
   * An event of a profile.
   *
   * @param properties a JSON object
   */
  record Event(Place place, String event, String properties) {}

  /** The position of an event among the events of its profile, newest first. */
  record Place(long atMillis, long seq) {}

  record Membership(
      @JsonProperty String id,
      @JsonProperty String key,
      @JsonProperty String name,
      @JsonProperty Instant since) {}

  record AudienceReference(
      @JsonProperty String id, @JsonProperty String key, @JsonProperty String name) {}

  /** An entry into an audience, or an exit from it. */
  record Transition(
      @JsonProperty Instant at,
      @JsonProperty AudienceReference audience,
      @JsonProperty boolean entered) {}

  /**
   * The value of a computed trait.
   *
   * @param json a JSON value
   */
  record ComputedValue(String key, String json) {}

  /** The profile of a user ID, canonical or not. */
  Optional<Profile> find(String userId);

  /** Events of a profile after a place; from the newest on if the place is null. */
  List<Event> events(long profile, @Nullable Place after, int most);

  /** The recently seen users, the latest first. */
  List<Recent> recent(int most);

  /** The audiences that contain a profile, ordered by key. */
  List<Membership> audiences(long profile);

  /** The values of a profile's computed traits, ordered by key. */
  List<ComputedValue> computedTraits(long profile);

  /** Audience entries and exits of a profile, newest first; empty if the cursor is invalid. */
  Optional<Page<Transition>> transitions(long profile, @Nullable String cursor, int limit);
}
