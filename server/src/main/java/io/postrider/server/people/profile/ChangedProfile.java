package io.postrider.server.people.profile;

import java.util.Set;

/**
 * What some messages have changed of one profile.
 *
 * @param profile its number
 * @param traits the names of traits that have another value now, or none
 * @param events the hashes of the names of events that were added
 * @param whole whether anything may have changed: it is new, its person has a user id now, another
 *     one was merged into it, or events were taken away for there were too many or they were too
 *     old
 */
public record ChangedProfile(long profile, Set<String> traits, Set<Long> events, boolean whole) {

  public ChangedProfile {
    traits = Set.copyOf(traits);
    events = Set.copyOf(events);
  }
}
