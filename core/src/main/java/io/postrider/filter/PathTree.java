package io.postrider.filter;

import io.postrider.message.CanonicalJson;
import io.postrider.message.CanonicalMembers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A trie of paths. Thread-safe once all paths are added. */
final class PathTree {

  /** The number of a node at which no path ends. */
  static final int NONE = -1;

  private final byte[] key;
  private final List<PathTree> below = new ArrayList<>();
  private int number = NONE;

  private PathTree(String key) {
    this.key = CanonicalJson.stringBytes(key);
  }

  static PathTree root() {
    return new PathTree("");
  }

  /** The node of a path; creates it if absent. */
  PathTree add(List<String> keys) {
    PathTree node = this;
    for (String next : keys) {
      node = node.child(next);
    }
    return node;
  }

  private PathTree child(String wanted) {
    PathTree added = new PathTree(wanted);
    for (PathTree child : below) {
      if (Arrays.equals(child.key, added.key)) {
        return child;
      }
    }
    below.add(added);
    return added;
  }

  /** Marks this node as the end of a path. */
  void number(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  boolean isEnd() {
    return number != NONE;
  }

  boolean hasBelow() {
    return !below.isEmpty();
  }

  int width() {
    return below.size();
  }

  /** The child node of a key, or null. */
  @Nullable PathTree below(CanonicalMembers member) {
    for (int i = 0; i < below.size(); i++) {
      if (member.keyIs(below.get(i).key)) {
        return below.get(i);
      }
    }
    return null;
  }
}
