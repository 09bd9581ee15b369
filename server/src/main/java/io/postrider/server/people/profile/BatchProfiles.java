package io.postrider.server.people.profile;

import io.postrider.profile.TraitVersion;
import io.postrider.server.people.profile.BatchProfile.Event;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the messages of a batch to profiles and merges profiles, in memory. The store reads the
 * known profiles before and writes the result after. Belongs to one thread.
 *
 * <p>A message with a user ID belongs to that user. A message with only an anonymous ID belongs to
 * the profile that the ID was last linked to, or to an anonymous profile. A message with both links
 * the anonymous ID to the user: an anonymous profile is merged into the user's; an ID that was
 * linked to another user is only relinked, because two people may share a browser. An alias merges
 * two IDs into one profile, which is named by the newer ID.
 */
public final class BatchProfiles {

  private final Map<Long, BatchProfile> stored = new HashMap<>();
  private final Map<IdHash, BatchProfile> byId = new HashMap<>();
  private final Map<IdHash, Long> storedLinks;
  private final Map<IdHash, Identity> met = new LinkedHashMap<>();
  private final Set<BatchProfile> profiles = new LinkedHashSet<>();
  private final List<Long> erased = new ArrayList<>();
  private final Map<Identity, List<BatchProfile.TraitChange>> groups = new LinkedHashMap<>();

  /**
   * Starts a batch.
   *
   * @param links the stored profiles of the batch's IDs
   * @param activities these profiles
   */
  public BatchProfiles(Map<IdHash, Long> links, Collection<ProfileActivity> activities) {
    storedLinks = links;
    for (ProfileActivity activity : activities) {
      stored.put(activity.profile(), new BatchProfile(activity));
    }
    links.forEach(
        (hash, number) -> {
          BatchProfile profile = stored.get(number);
          if (profile != null) {
            byId.put(hash, profile);
            profile.ids().add(hash);
          }
        });
  }

  public void take(ProfileUpdate update) {
    if (update.content() instanceof ProfileUpdate.Erased) {
      erase(update.user());
      return;
    }
    BatchProfile profile = find(update);
    profiles.add(profile);
    profile.seen(update.seenMillis());
    switch (update.content()) {
      case ProfileUpdate.Described(var traits, var seq) ->
          profile.set(traits, new TraitVersion(update.atMillis(), seq));
      case ProfileUpdate.Happened happened -> profile.did(new Event(update.atMillis(), happened));
      case ProfileUpdate.Joined joined -> join(profile, joined, update.atMillis());
      case ProfileUpdate.Renamed renamed -> rename(profile, renamed);
      case ProfileUpdate.Seen _, ProfileUpdate.Erased _, ProfileUpdate.Published _ -> {}
    }
  }

  private BatchProfile find(ProfileUpdate update) {
    Identity user = update.user();
    Identity anonymous = update.anonymous();
    if (user == null) {
      Identity id = Objects.requireNonNull(anonymous, "a message without an ID");
      BatchProfile found = byId.get(id.hash());
      return found == null ? created(id) : found;
    }
    BatchProfile known = byId.get(user.hash());
    BatchProfile anonymousProfile = anonymous == null ? null : byId.get(anonymous.hash());
    boolean joins =
        anonymousProfile != null && anonymousProfile != known && !anonymousProfile.isUser();
    if (known == null && anonymousProfile != null && joins) {
      known = anonymousProfile;
      known.becomes(user);
      link(user, known);
    } else if (known == null) {
      known = created(user);
      known.becomes(user);
    } else if (anonymousProfile != null && joins) {
      merge(anonymousProfile, known);
    }
    if (anonymous != null) {
      link(anonymous, known);
    }
    return known;
  }

  private BatchProfile created(Identity id) {
    BatchProfile profile = new BatchProfile();
    link(id, profile);
    return profile;
  }

  private void link(Identity id, BatchProfile profile) {
    met.put(id.hash(), id);
    BatchProfile before = byId.put(id.hash(), profile);
    if (before != null && before != profile) {
      before.ids().remove(id.hash());
    }
    profile.ids().add(id.hash());
  }

  private void join(BatchProfile profile, ProfileUpdate.Joined joined, long atMillis) {
    profile.joined(joined.group().hash(), atMillis);
    List<BatchProfile.TraitChange> changes =
        groups.computeIfAbsent(joined.group(), id -> new ArrayList<>());
    TraitVersion at = new TraitVersion(atMillis, joined.seq());
    joined.traits().forEach(trait -> changes.add(new BatchProfile.TraitChange(trait, at)));
  }

  private void rename(BatchProfile profile, ProfileUpdate.Renamed renamed) {
    BatchProfile user = byId.get(renamed.previousUser().hash());
    BatchProfile anonymousProfile = byId.get(renamed.previousAnonymous().hash());
    if (user != null && user != profile) {
      merge(user, profile);
    }
    if (anonymousProfile != null && anonymousProfile != profile && !anonymousProfile.isUser()) {
      merge(anonymousProfile, profile);
    }
    link(renamed.previousUser(), profile);
    link(renamed.previousAnonymous(), profile);
  }

  private void merge(BatchProfile from, BatchProfile into) {
    into.absorb(from);
    from.ids().forEach(id -> byId.put(id, into));
    profiles.remove(from);
    profiles.add(into);
  }

  private void erase(@Nullable Identity user) {
    BatchProfile profile = user == null ? null : byId.get(user.hash());
    if (profile == null) {
      return;
    }
    if (profile.number() != 0) {
      erased.add(profile.number());
    }
    erased.addAll(profile.absorbed());
    profile.ids().forEach(byId::remove);
    profiles.remove(profile);
  }

  /** The profiles of the batch that exist at its end. */
  public Collection<BatchProfile> profiles() {
    return profiles;
  }

  /** The trait changes of groups. */
  public Map<Identity, List<BatchProfile.TraitChange>> groups() {
    return groups;
  }

  /** The numbers of profiles to erase. */
  public List<Long> erased() {
    return erased;
  }

  /** Whether a stored link has changed or was removed. */
  public boolean hasChangedLinks() {
    boolean merged = profiles.stream().anyMatch(profile -> !profile.absorbed().isEmpty());
    return merged
        || !erased.isEmpty()
        || newLinks().keySet().stream().anyMatch(id -> storedLinks.containsKey(id.hash()));
  }

  /** The profile numbers of all IDs; valid after all numbers are assigned. */
  public Map<IdHash, Long> links() {
    Map<IdHash, Long> links = HashMap.newHashMap(byId.size());
    byId.forEach((hash, profile) -> links.put(hash, profile.number()));
    return links;
  }

  /** The links that are new or changed. */
  public Map<Identity, BatchProfile> newLinks() {
    Map<Identity, BatchProfile> links = new LinkedHashMap<>();
    met.forEach(
        (hash, id) -> {
          BatchProfile profile = byId.get(hash);
          Long storedNumber = storedLinks.get(hash);
          boolean same =
              storedNumber != null && profile != null && storedNumber == profile.number();
          if (profile != null && !same) {
            links.put(id, profile);
          }
        });
    return links;
  }
}
