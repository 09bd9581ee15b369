package io.postrider.server.people.profile;

import io.postrider.profile.Trait;
import io.postrider.profile.TraitVersion;
import io.postrider.profile.Traits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One person during a step: what is kept, and what the step adds. Belongs to one thread.
 *
 * <p>Traits are merged last, when those that are kept were read: which one counts is told by their
 * stamps and not by what came first.
 */
public final class BatchProfile {

  /** Something the person did. */
  public record Event(long atMillis, ProfileUpdate.Happened happened) {}

  private final Set<IdHash> ids = new HashSet<>();
  private final List<Long> absorbed = new ArrayList<>();
  private final List<TraitChange> changes = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private final Map<IdHash, Long> groups = new LinkedHashMap<>();
  private final Set<String> changedTraits = new HashSet<>();
  private long number;
  private boolean identified;
  private @Nullable Identity user;
  private long firstSeen = Long.MAX_VALUE;
  private long lastSeen = Long.MIN_VALUE;
  private int eventCount;
  private long eventBytes;
  private boolean whole;

  /** Somebody who was not known before. */
  BatchProfile() {
    whole = true;
  }

  /** Somebody who is known. */
  BatchProfile(ProfileActivity activity) {
    number = activity.profile();
    identified = activity.identified();
    firstSeen = activity.firstSeenMillis();
    lastSeen = activity.lastSeenMillis();
    eventCount = activity.events();
    eventBytes = activity.eventBytes();
  }

  /** The number of the profile; 0 if it has none yet. */
  public long number() {
    return number;
  }

  /** Gives somebody new a number. */
  public void assignNumber(long drawn) {
    number = drawn;
  }

  /** Whether there is a user id. */
  public boolean isUser() {
    return identified;
  }

  /** The user id that the person has from this step on; null if that is as it was. */
  public @Nullable Identity newUser() {
    return user;
  }

  /** The numbers of profiles that are this person's too, and have to become one with this. */
  public List<Long> absorbed() {
    return absorbed;
  }

  /** What the person did in this step. */
  public List<Event> events() {
    return events;
  }

  /** The groups that the person was said to be in, and when last. */
  public Map<IdHash, Long> groups() {
    return groups;
  }

  /** Ids of the person that were met in this step. */
  Set<IdHash> ids() {
    return ids;
  }

  void becomes(Identity newUser) {
    user = newUser;
    identified = true;
    whole = true;
  }

  void seen(long millis) {
    firstSeen = Math.min(firstSeen, millis);
    lastSeen = Math.max(lastSeen, millis);
  }

  void set(List<Trait> traits, TraitVersion at) {
    traits.forEach(trait -> changes.add(new TraitChange(trait, at)));
  }

  void did(Event event) {
    events.add(event);
    eventCount++;
    eventBytes += event.happened().sizeBytes();
  }

  void joined(IdHash group, long atMillis) {
    groups.merge(group, atMillis, Math::max);
  }

  /** Takes over everything of another one, who is the same person. */
  void absorb(BatchProfile other) {
    if (other.number != 0) {
      absorbed.add(other.number);
    }
    absorbed.addAll(other.absorbed);
    changes.addAll(other.changes);
    events.addAll(other.events);
    other.groups.forEach(this::joined);
    ids.addAll(other.ids);
    firstSeen = Math.min(firstSeen, other.firstSeen);
    lastSeen = Math.max(lastSeen, other.lastSeen);
    eventCount += other.eventCount;
    eventBytes += other.eventBytes;
    whole = true;
  }

  /** Whether traits have to be read and merged. */
  public boolean hasTraitsToMerge() {
    return !changes.isEmpty() || !absorbed.isEmpty();
  }

  /** Brings what the step says into the traits that were kept. */
  public void mergeInto(Traits traits) {
    for (TraitChange change : changes) {
      if (traits.set(change.trait(), change.at())) {
        changedTraits.add(change.trait().name());
      }
    }
  }

  /** Notes that events were taken away. */
  public void lost(int count, long bytes) {
    eventCount -= count;
    eventBytes -= bytes;
    whole = true;
  }

  /** The activity as it is after this step. */
  public ProfileActivity activity() {
    return new ProfileActivity(number, identified, firstSeen, lastSeen, eventCount, eventBytes);
  }

  /** What has changed; asked when everything was merged. */
  public ChangedProfile change() {
    Set<Long> names = new HashSet<>();
    events.forEach(event -> names.add(event.happened().name()));
    return new ChangedProfile(number, changedTraits, names, whole);
  }

  /** Whether anything changed that conclusions can be drawn from. */
  public boolean isChanged() {
    return identified && (whole || !events.isEmpty() || !changedTraits.isEmpty());
  }
}
