package io.postrider.profile;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The traits of one person or group, and when each was last set or removed. Belongs to one thread.
 *
 * <p>Of two messages with the same trait the one with the later timestamp wins, in any order of
 * arrival; with equal timestamps, the later one in the log wins. A removed trait leaves a
 * tombstone, so that a late older message does not restore it.
 *
 * <p>There are at most {@value Flattener#MAX_KEYS} traits and tombstones, as many keys in them, and
 * {@value Flattener#MAX_BYTES} bytes. A new trait replaces the oldest tombstone if there is no
 * space; a value that still does not fit is dropped, and the trait counts as removed, so that no
 * outdated value remains.
 */
public final class Traits {

  /** Maximum length of a trait's name as a stored key; longer ones are dropped. */
  public static final int MAX_NAME_LENGTH = 200;

  private record Entry(Trait.@Nullable Members members, TraitVersion at) {}

  private final Map<String, Entry> entries = new TreeMap<>();
  private int keys;
  private int bytes = 2;
  private long leftOut;

  public Traits() {}

  /** Parses {@link #json} and {@link #times}. */
  public static Traits of(String json, String times) {
    Traits traits = new Traits();
    Map<String, StringBuilder> members = new TreeMap<>();
    Map<String, Integer> counts = new TreeMap<>();
    StoredJson stored = new StoredJson(json);
    while (stored.next()) {
      String name = StoredKey.first(stored.key());
      StringBuilder out = members.computeIfAbsent(name, key -> new StringBuilder());
      if (!out.isEmpty()) {
        out.append(',');
      }
      stored.appendTo(out);
      counts.merge(name, StoredKey.isMoment(stored.key()) ? 0 : 1, Integer::sum);
    }
    int from = 0;
    while (from < times.length()) {
      int equals = times.indexOf('=', from);
      int end = times.indexOf(';', equals);
      String key = times.substring(from, equals);
      StringBuilder found = members.get(key);
      traits.put(
          key,
          new Entry(
              found == null
                  ? null
                  : new Trait.Members(found.toString(), counts.getOrDefault(key, 0)),
              TraitVersion.of(times.substring(equals + 1, end))));
      from = end + 1;
    }
    return traits;
  }

  /** Whether a trait with this name can be stored. */
  public static boolean isStorable(String name) {
    return StoredKey.of(name).length() <= MAX_NAME_LENGTH;
  }

  /** Applies a trait of a message; returns whether the value changed. */
  public boolean set(Trait trait, TraitVersion at) {
    return set(StoredKey.of(trait.name()), new Entry(trait.members(), at));
  }

  private boolean set(String key, Entry wanted) {
    Entry before = entries.get(key);
    if (before != null && before.at.compareTo(wanted.at) > 0) {
      return false;
    }
    if (key.length() > MAX_NAME_LENGTH || (before == null && !hasRoomForName(wanted))) {
      leftOut += wanted.members == null ? 0 : 1;
      return false;
    }
    remove(key);
    boolean fits = fits(wanted);
    Entry taken = fits ? wanted : new Entry(null, wanted.at);
    leftOut += fits ? 0 : 1;
    put(key, taken);
    return !Objects.equals(before == null ? null : before.members, taken.members);
  }

  /** Merges the later values of other traits. */
  public void merge(Traits other) {
    other.entries.forEach(
        (key, entry) -> {
          Entry mine = entries.get(key);
          if (mine == null || mine.at.compareTo(entry.at) < 0) {
            boolean _ = set(key, entry);
          }
        });
  }

  private boolean hasRoomForName(Entry wanted) {
    if (entries.size() < Flattener.MAX_KEYS) {
      return true;
    }
    String oldest = null;
    TraitVersion oldestAt = null;
    for (Map.Entry<String, Entry> entry : entries.entrySet()) {
      TraitVersion at = entry.getValue().at;
      boolean isTombstone = entry.getValue().members == null;
      if (isTombstone && (oldestAt == null || at.compareTo(oldestAt) < 0)) {
        oldest = entry.getKey();
        oldestAt = at;
      }
    }
    if (wanted.members == null || oldest == null) {
      return false;
    }
    entries.remove(oldest);
    return true;
  }

  private boolean fits(Entry entry) {
    Trait.Members members = entry.members;
    return members == null
        || (keys + members.keys() <= Flattener.MAX_KEYS
            && bytes + size(members) <= Flattener.MAX_BYTES);
  }

  private static int size(Trait.Members members) {
    return StoredJson.utf8Length(members.json()) + 1;
  }

  private void put(String key, Entry entry) {
    entries.put(key, entry);
    if (entry.members != null) {
      keys += entry.members.keys();
      bytes += size(entry.members);
    }
  }

  private void remove(String key) {
    Entry entry = entries.remove(key);
    if (entry != null && entry.members != null) {
      keys -= entry.members.keys();
      bytes -= size(entry.members);
    }
  }

  /** All values, as one stored object. */
  public String json() {
    StringBuilder out = new StringBuilder(bytes).append('{');
    for (Entry entry : entries.values()) {
      if (entry.members != null) {
        out.append(out.length() == 1 ? "" : ",").append(entry.members.json());
      }
    }
    return out.append('}').toString();
  }

  /** The versions of all traits and tombstones. */
  public String times() {
    StringBuilder out = new StringBuilder();
    entries.forEach(
        (key, entry) -> out.append(key).append('=').append(entry.at.text()).append(';'));
    return out.toString();
  }

  /** The number of values dropped since this instance was created. */
  public long leftOut() {
    return leftOut;
  }
}
