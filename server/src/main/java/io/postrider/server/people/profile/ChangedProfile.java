package io.postrider.server.people.profile;

import java.util.Set;

/**
 * The changes of one profile.
 *
 * @param profile its number
 * @param traits the names of traits whose values changed or were removed
 * @param events the name hashes of added events
 * @param whole whether anything may have changed: the profile is new, got a user ID, absorbed
 *     another one, or lost events to limits or age
 */
public record ChangedProfile(long profile, Set<String> traits, Set<Long> events, boolean whole) {

  public ChangedProfile {
    traits = Set.copyOf(traits);
    events = Set.copyOf(events);
  }
}
