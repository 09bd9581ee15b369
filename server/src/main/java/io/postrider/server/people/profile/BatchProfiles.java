package io.postrider.server.people.profile;

import io.postrider.profile.TraitVersion;
import io.postrider.server.people.profile.Person.Event;
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
 * The people of one step: whose each message is, and who is the same person. Decides in memory; a
 * store reads what is known before, and writes what came of it after. Belongs to one thread.
 *
 * <p>A message with a user id is that user's. One with an anonymous id alone is of whoever that id
 * was last linked to, or of somebody anonymous. One with both links the anonymous id to the user:
 * who was anonymous until then turns out to be the user, and brings along what they did; but an
 * anonymous id that was another user's is only linked anew, for two people may share a browser. An
 * alias makes two ids one person's, who goes by the newer one.
 */
public final class BatchProfiles {

  private final Map<Long, Person> stored = new HashMap<>();
  private final Map<IdHash, Person> byId = new HashMap<>();
  private final Map<IdHash, Long> keptLinks;
  private final Map<IdHash, Identity> met = new LinkedHashMap<>();
  private final Set<Person> living = new LinkedHashSet<>();
  private final List<Long> erased = new ArrayList<>();
  private final Map<Identity, List<TraitChange>> groups = new LinkedHashMap<>();

  /**
   * Starts a step.
   *
   * @param links the profiles of those ids of the step that are known
   * @param standings these profiles
   */
  public BatchProfiles(Map<IdHash, Long> links, Collection<ProfileActivity> standings) {
    keptLinks = links;
    for (ProfileActivity standing : standings) {
      stored.put(standing.profile(), new Person(standing));
    }
    links.forEach(
        (hash, profile) -> {
          Person person = stored.get(profile);
          if (person != null) {
            byId.put(hash, person);
            person.ids().add(hash);
          }
        });
  }

  /** Takes what one message says. */
  public void take(ProfileUpdate fact) {
    if (fact.content() instanceof ProfileUpdate.Erased) {
      erase(fact.user());
      return;
    }
    Person person = find(fact);
    living.add(person);
    person.seen(fact.seenMillis());
    switch (fact.content()) {
      case ProfileUpdate.Described(var traits, var seq) ->
          person.set(traits, new TraitVersion(fact.atMillis(), seq));
      case ProfileUpdate.Happened happened -> person.did(new Event(fact.atMillis(), happened));
      case ProfileUpdate.Joined joined -> join(person, joined, fact.atMillis());
      case ProfileUpdate.Renamed renamed -> rename(person, renamed);
      case ProfileUpdate.Seen _, ProfileUpdate.Erased _ -> {}
    }
  }

  private Person find(ProfileUpdate fact) {
    Identity user = fact.user();
    Identity anonymous = fact.anonymous();
    if (user == null) {
      return anonymous == null ? nobody() : anonymous(anonymous);
    }
    Person known = byId.get(user.hash());
    Person visitor = anonymous == null ? null : byId.get(anonymous.hash());
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

  private static Person nobody() {
    throw new IllegalArgumentException("a message of nobody");
  }

  private Person anonymous(Identity id) {
    Person known = byId.get(id.hash());
    return known == null ? made(id) : known;
  }

  private Person made(Identity id) {
    Person person = new Person();
    link(id, person);
    return person;
  }

  private void link(Identity id, Person person) {
    met.put(id.hash(), id);
    Person before = byId.put(id.hash(), person);
    if (before != null && before != person) {
      before.ids().remove(id.hash());
    }
    person.ids().add(id.hash());
  }

  private void join(Person person, ProfileUpdate.Joined joined, long atMillis) {
    person.joined(joined.group().hash(), atMillis);
    List<TraitChange> changes = groups.computeIfAbsent(joined.group(), id -> new ArrayList<>());
    TraitVersion at = new TraitVersion(atMillis, joined.seq());
    joined.traits().forEach(trait -> changes.add(new TraitChange(trait, at)));
  }

  private void rename(Person person, ProfileUpdate.Renamed renamed) {
    Person user = byId.get(renamed.previousUser().hash());
    Person visitor = byId.get(renamed.previousAnonymous().hash());
    if (user != null && user != person) {
      merge(user, person);
    }
    if (visitor != null && visitor != person && !visitor.isUser()) {
      merge(visitor, person);
    }
    link(renamed.previousUser(), person);
    link(renamed.previousAnonymous(), person);
  }

  /** Two people turn out to be one. */
  private void merge(Person from, Person into) {
    into.absorb(from);
    from.ids().forEach(id -> byId.put(id, into));
    living.remove(from);
    living.add(into);
  }

  private void erase(@Nullable Identity user) {
    Person person = user == null ? null : byId.get(user.hash());
    if (person == null) {
      return;
    }
    if (person.profile() != 0) {
      erased.add(person.profile());
    }
    erased.addAll(person.absorbed());
    person.ids().forEach(byId::remove);
    living.remove(person);
  }

  /** Those who were met and are there at the end. */
  public Collection<Person> living() {
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
    boolean merged = living.stream().anyMatch(person -> !person.absorbed().isEmpty());
    return merged
        || !erased.isEmpty()
        || newLinks().keySet().stream().anyMatch(id -> keptLinks.containsKey(id.hash()));
  }

  /** All ids that were met and the numbers of their profiles; everybody has one by now. */
  public Map<IdHash, Long> links() {
    Map<IdHash, Long> links = HashMap.newHashMap(byId.size());
    byId.forEach((hash, person) -> links.put(hash, person.profile()));
    return links;
  }

  /** The ids that were not linked before as they are now, and whose they are. */
  public Map<Identity, Person> newLinks() {
    Map<Identity, Person> links = new LinkedHashMap<>();
    met.forEach(
        (hash, id) -> {
          Person person = byId.get(hash);
          Long kept = keptLinks.get(hash);
          boolean same = kept != null && person != null && kept == person.profile();
          if (person != null && !same) {
            links.put(id, person);
          }
        });
    return links;
  }
}
