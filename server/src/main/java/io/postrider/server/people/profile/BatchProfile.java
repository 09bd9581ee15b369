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
 * One profile during a batch of messages: its stored activity and what the batch adds. Belongs to
 * one thread.
 *
 * <p>Traits are merged last, with the stored ones: their versions decide which value wins, not the
 * order of messages.
 */
public final class BatchProfile {

  /** An event of the batch. */
  public record Event(long atMillis, ProfileUpdate.Happened happened) {}

  /** A trait and when it was set. */
  public record TraitChange(Trait trait, TraitVersion at) {}

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

  BatchProfile() {
    whole = true;
  }

  BatchProfile(ProfileActivity activity) {
    number = activity.profile();
    identified = activity.identified();
    firstSeen = activity.firstSeenMillis();
    lastSeen = activity.lastSeenMillis();
    eventCount = activity.events();
    eventBytes = activity.eventBytes();
  }

  /** The number of the profile; 0 before it is assigned. */
  public long number() {
    return number;
  }

  /** Assigns the number of a new profile. */
  public void assignNumber(long assigned) {
    number = assigned;
  }

  /** Whether the profile has a user ID. */
  public boolean isUser() {
    return identified;
  }

  /** The canonical user ID that the batch sets; null if it does not change. */
  public @Nullable Identity newUser() {
    return user;
  }

  /** The numbers of stored profiles that are merged into this one. */
  public List<Long> absorbed() {
    return absorbed;
  }

  public List<Event> events() {
    return events;
  }

  /** The groups that the batch adds, with the latest time. */
  public Map<IdHash, Long> groups() {
    return groups;
  }

  /** The known IDs of the profile. */
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

  /** Whether stored traits must be read and merged. */
  public boolean hasTraitsToMerge() {
    return !changes.isEmpty() || !absorbed.isEmpty();
  }

  /** Applies the changes of the batch to the stored traits. */
  public void mergeInto(Traits traits) {
    for (TraitChange change : changes) {
      if (traits.set(change.trait(), change.at())) {
        changedTraits.add(change.trait().name());
      }
    }
  }

  /** Records that events were deleted. */
  public void lost(int count, long bytes) {
    eventCount -= count;
    eventBytes -= bytes;
    whole = true;
  }

  /** The activity after the batch. */
  public ProfileActivity activity() {
    return new ProfileActivity(number, identified, firstSeen, lastSeen, eventCount, eventBytes);
  }

  /** The changes; valid after traits were merged. */
  public ChangedProfile change() {
    Set<Long> names = new HashSet<>();
    events.forEach(event -> names.add(event.happened().name()));
    return new ChangedProfile(number, changedTraits, names, whole);
  }

  /** Whether computations must be evaluated. */
  public boolean isChanged() {
    return identified && (whole || !events.isEmpty() || !changedTraits.isEmpty());
  }
}
