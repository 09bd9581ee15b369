package io.postrider.filter;

import io.postrider.message.CanonicalMembers;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Removes members from a body. Thread-safe.
 *
 * <p>The rest is unchanged, so a canonical body stays canonical. Omitting may leave an empty
 * object; keeping removes an object that has none of the named members.
 */
final class FieldRemoval {

  private final PathTree tree = PathTree.root();
  private final boolean keeps;

  private FieldRemoval(List<FieldPath> fields, boolean keeps) {
    this.keeps = keeps;
    for (FieldPath field : fields) {
      tree.add(List.of(field.root().wireName())).add(field.keys()).number(0);
    }
  }

  static FieldRemoval omitting(List<FieldPath> fields) {
    return new FieldRemoval(fields, false);
  }

  /** Removes all other fields from the objects of these paths. */
  static FieldRemoval keeping(List<FieldPath> fields) {
    return new FieldRemoval(fields, true);
  }

  byte[] of(byte[] body) {
    return new Writing(body).whole();
  }

  /** Processes one body; the output is never longer than the input. */
  private final class Writing {

    private final byte[] body;
    private final ByteBuffer json;
    private final byte[] out;
    private int length;

    Writing(byte[] body) {
      this.body = body;
      this.json = ByteBuffer.wrap(body);
      this.out = new byte[body.length];
    }

    byte[] whole() {
      int start = begin();
      CanonicalMembers members = CanonicalMembers.of(json, 0, body.length);
      while (members.next()) {
        PathTree node = tree.below(members);
        if (node != null && members.value().isObject()) {
          key(start, members);
          object(node, members);
        } else {
          member(start, members);
        }
      }
      out[length++] = '}';
      return length == body.length ? body : Arrays.copyOf(out, length);
    }

    /** Writes the rest of an object; returns whether anything is left. */
    private boolean object(PathTree node, CanonicalMembers outer) {
      int start = begin();
      CanonicalMembers members = CanonicalMembers.of(json, outer.valueFrom(), outer.to());
      while (members.next()) {
        PathTree below = node.below(members);
        if (below == null) {
          if (!keeps) {
            member(start, members);
          }
        } else if (below.isEnd()) {
          if (keeps) {
            member(start, members);
          }
        } else {
          inner(start, below, members);
        }
      }
      out[length++] = '}';
      return length > start + 1;
    }

    private void inner(int start, PathTree node, CanonicalMembers members) {
      if (!members.value().isObject()) {
        if (!keeps) {
          member(start, members);
        }
        return;
      }
      int before = length;
      key(start, members);
      if (!object(node, members) && keeps) {
        length = before;
      }
    }

    /** Opens an object; returns the index after its brace. */
    private int begin() {
      out[length++] = '{';
      return length;
    }

    private void member(int start, CanonicalMembers members) {
      comma(start);
      copy(members.from(), members.to());
    }

    private void key(int start, CanonicalMembers members) {
      comma(start);
      copy(members.from(), members.valueFrom());
    }

    private void comma(int start) {
      if (length > start) {
        out[length++] = ',';
      }
    }

    private void copy(int from, int to) {
      System.arraycopy(body, from, out, length, to - from);
      length += to - from;
    }
  }
}
