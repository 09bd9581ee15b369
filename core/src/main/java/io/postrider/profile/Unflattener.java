package io.postrider.profile;

import io.postrider.condition.OrderedNumber;
import io.postrider.message.CanonicalJson;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Converts stored objects back into nested JSON with sorted keys. Lists and objects within lists
 * are empty. Pure.
 */
public final class Unflattener {

  /** An object, or a value that is already JSON. */
  private sealed interface Node {}

  private record Branch(Map<String, Node> below) implements Node {}

  private record Leaf(String json) implements Node {}

  private Unflattener() {}

  public static String json(String stored) {
    Branch root = new Branch(new TreeMap<>());
    StoredJson members = new StoredJson(stored);
    while (members.next()) {
      if (!StoredKey.isMoment(members.key())) {
        put(root, StoredKey.path(members.key()), members);
      }
    }
    StringBuilder out = new StringBuilder();
    write(root, out);
    return out.toString();
  }

  /** The JSON of one stored value that is not a list. */
  public static String value(String stored) {
    return switch (stored.charAt(0)) {
      case StoredValue.TEXT -> CanonicalJson.quoted(StoredValue.restored(stored.substring(1)));
      case StoredValue.NUMBER -> OrderedNumber.decode(stored.substring(1));
      case 'b' -> Boolean.toString(stored.equals(StoredValue.TRUE));
      case 'o' -> "{}";
      case 'a' -> "[]";
      case 'z' -> "null";
      default -> throw new IllegalArgumentException("not a stored value");
    };
  }

  private static void put(Branch root, List<String> path, StoredJson member) {
    Branch branch = root;
    for (String key : path.subList(0, path.size() - 1)) {
      branch = branch(branch, key);
    }
    if (member.isList()) {
      branch.below().put(path.getLast(), new Leaf(list(member.items())));
    } else if (member.text().equals(StoredValue.OBJECT)) {
      Branch _ = branch(branch, path.getLast());
    } else {
      branch.below().put(path.getLast(), new Leaf(value(member.text())));
    }
  }

  private static Branch branch(Branch above, String key) {
    if (above.below().get(key) instanceof Branch known) {
      return known;
    }
    Branch made = new Branch(new TreeMap<>());
    above.below().put(key, made);
    return made;
  }

  private static String list(List<String> items) {
    return items.stream().map(Unflattener::value).collect(Collectors.joining(",", "[", "]"));
  }

  private static void write(Node node, StringBuilder out) {
    switch (node) {
      case Leaf(String json) -> out.append(json);
      case Branch(Map<String, Node> below) -> {
        out.append('{');
        String comma = "";
        for (Map.Entry<String, Node> member : below.entrySet()) {
          out.append(comma).append(CanonicalJson.quoted(member.getKey())).append(':');
          write(member.getValue(), out);
          comma = ",";
        }
        out.append('}');
      }
    }
  }
}
