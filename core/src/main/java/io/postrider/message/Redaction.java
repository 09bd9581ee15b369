package io.postrider.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Masks fields of a message. Immutable; thread-safe.
 *
 * <p>A path names a field by the keys that lead to it: {@code traits.email} is the {@code email}
 * right below {@code traits}, and no other. {@code *.email} is every {@code email} at any depth,
 * {@code *.home.email} every one right below a {@code home}. A masked object is replaced whole.
 * Paths go through arrays: {@code properties.products.sku} is the {@code sku} of each product.
 * {@code userId} and {@code previousId} also mask their alternative keys in an alias call.
 */
public final class Redaction {

  public static final String MASK = "***";

  public static final Redaction NONE = new Redaction(List.of());

  public static final int MAX_PATH_LENGTH = 200;
  private static final String ANYWHERE = "*";
  private static final String BATCH = "batch";
  private static final Map<String, String> ALIASES =
      Map.of("userId", "User ID", "previousId", "Previous ID");
  private static final byte[] MASKED = ('"' + MASK + '"').getBytes(UTF_8);
  private static final byte[] CUT_OFF = MASK.getBytes(UTF_8);

  /** A key in the tree of paths. */
  private static final class Node {
    final Map<String, Node> below = new HashMap<>();
    boolean hidden;

    Node at(List<String> keys) {
      Node node = this;
      for (String key : keys) {
        node = node.below.computeIfAbsent(key, unknown -> new Node());
      }
      return node;
    }
  }

  private final Node root = new Node();
  private final Node anywhere = new Node();
  private final List<String> paths;

  private Redaction(Collection<String> paths) {
    this.paths = List.copyOf(paths);
    this.paths.forEach(this::hide);
  }

  /**
   * Creates a redaction of some paths.
   *
   * @throws IllegalArgumentException if one of them is not a {@link #isPath path}
   */
  public static Redaction of(Collection<String> paths) {
    return paths.isEmpty() ? NONE : new Redaction(paths);
  }

  /** The redaction of these paths and of others, each given as the keys that lead to a field. */
  public Redaction and(Collection<List<String>> others) {
    if (others.isEmpty()) {
      return this;
    }
    Redaction both = new Redaction(paths);
    others.forEach(keys -> both.root.at(keys).hidden = true);
    return both;
  }

  /** The redaction of a request: of a message, and of each message of a batch. */
  public Redaction inBatch() {
    if (isNone()) {
      return this;
    }
    Redaction both = new Redaction(paths);
    both.root.below.putAll(root.below);
    Node batch = new Node();
    batch.below.putAll(root.below);
    Node own = root.below.get(BATCH);
    if (own != null) {
      batch.below.putAll(own.below);
      batch.hidden = own.hidden;
    }
    both.root.below.put(BATCH, batch);
    return both;
  }

  /** Whether a text is a path: keys joined by dots, with an optional prefix {@code *.}. */
  public static boolean isPath(String text) {
    String keys = text.startsWith(ANYWHERE + ".") ? text.substring(2) : text;
    return text.length() <= MAX_PATH_LENGTH
        && Arrays.stream(keys.split("\\.", -1))
            .noneMatch(key -> key.isEmpty() || key.equals(ANYWHERE));
  }

  private void hide(String path) {
    if (!isPath(path)) {
      throw new IllegalArgumentException("not a path: " + path);
    }
    boolean isAnywhere = path.startsWith(ANYWHERE + ".");
    String keys = isAnywhere ? path.substring(2) : path;
    Node start = isAnywhere ? anywhere : root;
    start.at(List.of(keys.split("\\.", -1))).hidden = true;
    String alias = ALIASES.get(keys);
    if (alias != null) {
      start.at(List.of(alias)).hidden = true;
    }
  }

  public boolean isNone() {
    return root.below.isEmpty() && anywhere.below.isEmpty();
  }

  /** Whether a top-level field of the message is masked. */
  public boolean hides(String field) {
    return hides(List.of(field));
  }

  /** Whether a field is masked, by itself or with an object that contains it. */
  public boolean hides(List<String> keys) {
    List<Node> nodes = List.of(root);
    for (String key : keys) {
      nodes = below(nodes, key);
      if (isHidden(nodes)) {
        return true;
      }
    }
    return false;
  }

  /** The tree positions after one more key, including those of paths that start at any depth. */
  private List<Node> below(List<Node> nodes, String key) {
    List<Node> below = new ArrayList<>(2);
    nodes.forEach(node -> addBelow(node, key, below));
    addBelow(anywhere, key, below);
    return below;
  }

  private static void addBelow(Node node, String key, List<Node> to) {
    Node found = node.below.get(key);
    if (found != null) {
      to.add(found);
    }
  }

  private static boolean isHidden(List<Node> nodes) {
    return nodes.stream().anyMatch(node -> node.hidden);
  }

  /** Masks JSON text; see {@link #masked(byte[])}. */
  public String masked(String json) {
    return isNone() ? json : new String(masked(json.getBytes(UTF_8)), UTF_8);
  }

  /** Masks JSON; from the first invalid byte on, everything. */
  public byte[] masked(byte[] json) {
    return isNone() ? json : new Masking(json).run();
  }

  /** Masks one text. */
  private final class Masking {

    private final byte[] json;
    private final JsonScanner scanner = new JsonScanner();
    private final ByteBuilder out;

    /** The end of the input that was copied. */
    private int copied;

    /** The end of the input that was parsed. */
    private int understood;

    Masking(byte[] json) {
      this.json = json;
      this.out = new ByteBuilder(json.length + MASKED.length);
    }

    byte[] run() {
      scanner.start(json, 0, json.length);
      try {
        scanner.skipSpace();
        value(List.of(root));
        scanner.end();
        copyTo(json.length);
      } catch (MalformedJsonException cutOff) {
        copyTo(understood);
        out.add(CUT_OFF);
      }
      return Arrays.copyOf(out.array(), out.length());
    }

    private void copyTo(int end) {
      out.add(json, copied, end);
      copied = end;
    }

    private void value(List<Node> nodes) {
      switch (scanner.peek()) {
        case '{' -> object(nodes);
        case '[' -> array(nodes);
        default -> scanner.value();
      }
      understood = scanner.position();
    }

    private void object(List<Node> nodes) {
      for (boolean more = scanner.firstMember(); more; more = scanner.nextMember()) {
        String key = JsonText.decode(json, scanner.keyFrom(), scanner.keyTo());
        List<Node> below = below(nodes, key);
        understood = scanner.position();
        if (isHidden(below)) {
          copyTo(understood);
          scanner.value();
          understood = scanner.position();
          copied = understood;
          out.add(MASKED);
        } else {
          value(below);
        }
      }
    }

    private void array(List<Node> nodes) {
      for (boolean more = scanner.firstElement(); more; more = scanner.nextElement()) {
        understood = scanner.position();
        value(nodes);
      }
    }
  }
}
