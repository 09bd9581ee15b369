package io.postrider.server.people.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The people who are known. Every call may block, and may throw {@link
 * io.postrider.server.database.DatabaseUnavailableException}.
 */
public interface ProfileDirectory {

  /** How many ids of each kind are listed of one person. */
  int MOST_IDS = 100;

  /**
   * What is known of one person.
   *
   * @param number what the profile goes by within
   * @param userId the canonical one
   * @param userIds all user ids, at most {@value #MOST_IDS}
   * @param traits an object, as JSON
   * @param computed the values of computed traits by their ids, as they are stored
   */
  record Profile(
      long number,
      String userId,
      List<String> userIds,
      List<String> anonymousIds,
      String traits,
      String computed,
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
   * A group that a person is in.
   *
   * @param traits an object, as JSON
   */
  record Group(String groupId, String traits) {}

  /** Somebody who was seen. */
  record Recent(String userId, Instant lastSeenAt) {}

  /**
   * Something a person did.
   *
   * @param properties an object, as JSON
   */
  record Event(Place place, String event, String properties) {}

  /** Where an event stands among others of its person; newer ones come first. */
  record Place(long atMillis, long seq) {}

  /** The person of a user id, be it the canonical one or another. */
  Optional<Profile> find(String userId);

  /** Events of a profile behind a place, or from the newest on. */
  List<Event> events(long number, @Nullable Place after, int most);

  /** The people with a user id who were seen last, at most fifty, the last first. */
  List<Recent> recent(int most);
}
