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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The people of one step: whose each message is, and who is the same profile. Decides in memory; a
 * store reads what is known before, and writes what came of it after. Belongs to one thread.
 *
 * <p>A message with a user id is that user's. One with an anonymous id alone is of whoever that id
 * was last linked to, or of somebody anonymous. One with both links the anonymous id to the user:
 * who was anonymous until then turns out to be the user, and brings along what they did; but an
 * anonymous id that was another user's is only linked anew, for two people may share a browser. An
 * alias makes two ids one person's, who goes by the newer one.
 */
public final class BatchProfiles {

  private final Map<Long, BatchProfile> stored = new HashMap<>();
  private final Map<IdHash, BatchProfile> byId = new HashMap<>();
  private final Map<IdHash, Long> storedLinks;
  private final Map<IdHash, Identity> met = new LinkedHashMap<>();
  private final Set<BatchProfile> living = new LinkedHashSet<>();
  private final List<Long> erased = new ArrayList<>();
  private final Map<Identity, List<TraitChange>> groups = new LinkedHashMap<>();

  /**
   * Starts a step.
   *
   * @param links the profiles of those ids of the step that are known
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

  /** Takes what one message says. */
  public void take(ProfileUpdate update) {
    if (update.content() instanceof ProfileUpdate.Erased) {
      erase(update.user());
      return;
    }
    BatchProfile profile = find(update);
    living.add(profile);
    profile.seen(update.seenMillis());
    switch (update.content()) {
      case ProfileUpdate.Described(var traits, var seq) ->
          profile.set(traits, new TraitVersion(update.atMillis(), seq));
      case ProfileUpdate.Happened happened -> profile.did(new Event(update.atMillis(), happened));
      case ProfileUpdate.Joined joined -> join(profile, joined, update.atMillis());
      case ProfileUpdate.Renamed renamed -> rename(profile, renamed);
      case ProfileUpdate.Seen _, ProfileUpdate.Erased _ -> {}
    }
  }

  private BatchProfile find(ProfileUpdate update) {
    Identity user = update.user();
    Identity anonymous = update.anonymous();
    if (user == null) {
      return anonymous == null ? nobody() : anonymous(anonymous);
    }
    BatchProfile known = byId.get(user.hash());
    BatchProfile visitor = anonymous == null ? null : byId.get(anonymous.hash());
    boolean joins = visitor != null && visitor != known && !visitor.isUser();
    if (known == null && visitor != null && joins) {
      known = visitor;
      known.becomes(user);
      link(user, known);
    } else if (known == null) {
      known = made(user);
      known.becomes(user);
    } else if (visitor != null && joins) {
      merge(visitor, known);
    }
    if (anonymous != null) {
      link(anonymous, known);
    }
    return known;
  }

  private static BatchProfile nobody() {
    throw new IllegalArgumentException("a message of nobody");
  }

  private BatchProfile anonymous(Identity id) {
    BatchProfile known = byId.get(id.hash());
    return known == null ? made(id) : known;
  }

  private BatchProfile made(Identity id) {
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
    List<TraitChange> changes = groups.computeIfAbsent(joined.group(), id -> new ArrayList<>());
    TraitVersion at = new TraitVersion(atMillis, joined.seq());
    joined.traits().forEach(trait -> changes.add(new TraitChange(trait, at)));
  }

  private void rename(BatchProfile profile, ProfileUpdate.Renamed renamed) {
    BatchProfile user = byId.get(renamed.previousUser().hash());
    BatchProfile visitor = byId.get(renamed.previousAnonymous().hash());
    if (user != null && user != profile) {
      merge(user, profile);
    }
    if (visitor != null && visitor != profile && !visitor.isUser()) {
      merge(visitor, profile);
    }
    link(renamed.previousUser(), profile);
    link(renamed.previousAnonymous(), profile);
  }

  /** Two people turn out to be one. */
  private void merge(BatchProfile from, BatchProfile into) {
    into.absorb(from);
    from.ids().forEach(id -> byId.put(id, into));
    living.remove(from);
    living.add(into);
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
    living.remove(profile);
  }

  /** Those who were met and are there at the end. */
  public Collection<BatchProfile> living() {
    return living;
  }

  /** The groups that were named, and what was said of their traits. */
  public Map<Identity, List<TraitChange>> groups() {
    return groups;
  }

  /** The numbers of profiles that are to be erased. */
  public List<Long> erased() {
    return erased;
  }

  /** Whether an id that was linked to a profile is linked to another one now, or to none. */
  public boolean hasChangedLinks() {
    boolean merged = living.stream().anyMatch(profile -> !profile.absorbed().isEmpty());
    return merged
        || !erased.isEmpty()
        || newLinks().keySet().stream().anyMatch(id -> storedLinks.containsKey(id.hash()));
  }

  /** All ids that were met and the numbers of their profiles; everybody has one by now. */
  public Map<IdHash, Long> links() {
    Map<IdHash, Long> links = HashMap.newHashMap(byId.size());
    byId.forEach((hash, profile) -> links.put(hash, profile.number()));
    return links;
  }

  /** The ids that were not linked before as they are now, and whose they are. */
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
