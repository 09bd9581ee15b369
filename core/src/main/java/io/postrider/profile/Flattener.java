package io.postrider.profile;

import io.postrider.condition.Decimal;
import io.postrider.message.CanonicalMembers;
import io.postrider.message.CanonicalValue;
import io.postrider.message.Timestamps;
import java.util.ArrayList;
import java.util.List;

/**
 * Flattens objects of messages for storage into one JSON object whose keys are {@link StoredKey}s
 * and whose values are {@link StoredValue}s, or lists of these.
 *
 * <p>Belongs to one thread. Stores at most {@value #MAX_KEYS} keys and {@value #MAX_BYTES} bytes of
 * an object; drops and counts members beyond these limits.
 */
public final class Flattener {

  public static final int MAX_KEYS = 500;
  public static final int MAX_BYTES = 32 * 1024;

  private final StringBuilder out = new StringBuilder(512);
  private final StringBuilder path = new StringBuilder();
  private final StringBuilder item = new StringBuilder();
  private int keys;
  private int bytes;
  private long leftOut;

  /** Starts an empty object. */
  public void begin() {
    out.setLength(0);
    out.append('{');
    keys = 0;
    bytes = 2;
  }

  /** Adds the members of an object. */
  public void addAll(CanonicalValue object) {
    path.setLength(0);
    members(object, 0);
  }

  public void add(String name, String text) {
    path.setLength(0);
    StoredKey.add(name, path);
    text(text);
  }

  public String json() {
    return out.append('}').toString();
  }

  /** The size of {@link #json} in UTF-8. */
  public int bytes() {
    return bytes;
  }

  /** The number of members dropped since this instance was created. */
  public long leftOut() {
    return leftOut;
  }

  /** Converts the members of an object to traits. */
  public List<Trait> traits(CanonicalValue object) {
    List<Trait> traits = new ArrayList<>();
    CanonicalMembers members = object.members();
    while (members.next()) {
      String name = members.key();
      begin();
      path.setLength(0);
      StoredKey.add(name, path);
      value(members.value(), 1);
      traits.add(new Trait(name, keys > 0 ? new Trait.Members(out.substring(1), keys) : null));
    }
    return traits;
  }

  private void members(CanonicalValue object, int depth) {
    CanonicalMembers members = object.members();
    int before = path.length();
    while (members.next()) {
      if (depth > 0) {
        path.append('.');
      }
      StoredKey.add(members.key(), path);
      value(members.value(), depth + 1);
      path.setLength(before);
    }
  }

  private void value(CanonicalValue value, int depth) {
    switch (value.first()) {
      case '"' -> text(value.text());
      case 't' -> plain(StoredValue.TRUE);
      case 'f' -> plain(StoredValue.FALSE);
      case 'n' -> {}
      case '{' -> {
        if (plain(StoredValue.OBJECT) && depth < StoredKey.MAX_KEYS) {
          members(value, depth);
        }
      }
      case '[' -> list(value);
      default -> plain(StoredValue.number(Decimal.of(value.number())));
    }
  }

  private void text(String text) {
    beginItem();
    StoredJson.quote(StoredValue.text(text), item);
    long millis = StoredValue.millis(text);
    if (millis != Timestamps.UNREADABLE) {
      item.append(",\"").append(StoredKey.moment(path.toString())).append("\":\"");
      item.append(StoredValue.moment(millis)).append('"');
    }
    take();
  }

  private boolean plain(String stored) {
    beginItem();
    item.append('"').append(stored).append('"');
    return take();
  }

  private void list(CanonicalValue list) {
    beginItem();
    item.append('[');
    String comma = "";
    for (CanonicalValue element : list.elements()) {
      item.append(comma);
      comma = ",";
      StoredJson.quote(element(element), item);
    }
    item.append(']');
    take();
  }

  private static String element(CanonicalValue value) {
    return switch (value.first()) {
      case '"' -> StoredValue.text(value.text());
      case 't' -> StoredValue.TRUE;
      case 'f' -> StoredValue.FALSE;
      case 'n' -> StoredValue.NULL;
      case '{' -> StoredValue.OBJECT;
      case '[' -> StoredValue.LIST;
      default -> StoredValue.number(Decimal.of(value.number()));
    };
  }

  private void beginItem() {
    item.setLength(0);
    StoredJson.quote(path, item);
    item.append(':');
  }

  /** Adds the item, if it fits. */
  private boolean take() {
    int length = StoredJson.utf8Length(item) + (keys == 0 ? 0 : 1);
    if (keys == MAX_KEYS || bytes + length > MAX_BYTES) {
      leftOut++;
      return false;
    }
    if (keys > 0) {
      out.append(',');
    }
    out.append(item);
    keys++;
    bytes += length;
    return true;
  }
}
