package io.postrider.filter;

import io.postrider.message.CanonicalMembers;
import io.postrider.message.CanonicalValue;
import io.postrider.message.Field;
import io.postrider.message.RecordView;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the values of several paths in one pass. Thread-safe once all paths are added. */
final class PathLookup {

  private final Map<FieldPath, Integer> numbers = new HashMap<>();
  private final Map<Field, PathTree> trees = new EnumMap<>(Field.class);

  /** Adds a path unless present; returns its number. */
  int add(FieldPath path) {
    Integer known = numbers.get(path);
    if (known != null) {
      return known;
    }
    int number = numbers.size();
    numbers.put(path, number);
    trees.computeIfAbsent(path.root(), root -> PathTree.root()).add(path.keys()).number(number);
    return number;
  }

  /** The values of all paths by number; null for missing values. */
  List<@Nullable CanonicalValue> find(RecordView record) {
    @Nullable CanonicalValue[] found = new CanonicalValue[numbers.size()];
    trees.forEach(
        (root, tree) -> {
          CanonicalValue value = record.canonical(root);
          if (value != null) {
            descend(tree, value, found);
          }
        });
    return Arrays.asList(found);
  }

  private static void descend(
      PathTree tree, CanonicalValue value, @Nullable CanonicalValue[] found) {
    if (tree.isEnd()) {
      found[tree.number()] = value;
    }
    if (!tree.hasBelow() || !value.isObject()) {
      return;
    }
    CanonicalMembers members = value.members();
    int missing = tree.width();
    while (missing > 0 && members.next()) {
      PathTree below = tree.below(members);
      if (below != null) {
        descend(below, members.value(), found);
        missing--;
      }
    }
  }
}
