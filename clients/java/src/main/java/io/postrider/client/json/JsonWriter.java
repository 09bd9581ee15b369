package io.postrider.client.json;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Base64;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes every value that a map can hold as JSON. Belongs to one thread; reusable after {@link
 * #clear}.
 *
 * <p>Containers are written here, everything else by {@link Scalars}. Nothing is written that the
 * service would refuse: neither NaN, nor what nests too deep, nor objects whose meaning nobody
 * knows. The error names the place: {@code properties.items[3].price}.
 *
 * <p>A container that contains itself would never end. It needs no bookkeeping to be found: it runs
 * into the bound on depth, and only then is it looked for among the containers around.
 */
public final class JsonWriter extends JsonBuffer {
  private final int deepest;
  private final @Nullable Object[] containers;
  private final @Nullable Object[] keys;
  private final int[] indexes;
  private int depth;
  private int holders;

  /**
   * A writer of limited texts.
   *
   * @param limitBytes the longest text
   * @param deepest how many containers may be inside each other
   */
  public JsonWriter(int limitBytes, int deepest) {
    super(limitBytes);
    this.deepest = deepest;
    this.containers = new @Nullable Object[deepest];
    this.keys = new @Nullable Object[deepest];
    this.indexes = new int[deepest];
  }

  @Override
  public void clear(int keepBytes) {
    super.clear(keepBytes);
    depth = 0;
    holders = 0;
    Arrays.fill(containers, null);
    Arrays.fill(keys, null);
  }

  /** Begins an object whose members the caller writes with {@link #name} and a value. */
  public void beginObject(Object container) {
    enter(container);
    raw('{');
  }

  /** Ends that object. */
  public void endObject() {
    raw('}');
    depth--;
  }

  /** Writes a member's name, and the comma before it where there is one. */
  public void name(String name, boolean first) {
    if (!first) {
      raw(',');
    }
    keys[depth - 1] = name;
    string(name);
    raw(':');
  }

  /** Writes any value. */
  public void value(@Nullable Object value) {
    if (value instanceof Map) {
      map((Map<?, ?>) value);
    } else if (value == null || !value.getClass().isArray()) {
      scalarOrIterable(value);
    } else if (value instanceof Object[]) {
      elements(value, Arrays.asList((Object[]) value).iterator());
    } else if (value instanceof byte[]) {
      string(Base64.getEncoder().encodeToString((byte[]) value));
    } else if (value instanceof char[]) {
      string(new String((char[]) value));
    } else {
      primitives(value);
    }
  }

  /** Writes what an Optional or a reference holds; they, too, can hold themselves. */
  void held(@Nullable Object value) {
    if (++holders > deepest) {
      throw problem("contains itself");
    }
    value(value);
    holders--;
  }

  private void scalarOrIterable(@Nullable Object value) {
    if (!Scalars.write(this, value)) {
      if (value instanceof Iterable) {
        elements(value, ((Iterable<?>) value).iterator());
      } else {
        throw problem("is a " + typeName(value) + ", which JSON has no form for; pass a map");
      }
    }
  }

  private static String typeName(@Nullable Object value) {
    return value == null ? "null" : value.getClass().getName();
  }

  private void map(Map<?, ?> map) {
    beginObject(map);
    boolean first = true;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object key = entry.getKey();
      if (key == null) {
        throw problem("has a member whose name is null");
      }
      name(key instanceof Enum ? ((Enum<?>) key).name() : key.toString(), first);
      value(entry.getValue());
      first = false;
    }
    endObject();
  }

  private void elements(Object container, Iterator<?> elements) {
    enter(container);
    raw('[');
    for (int i = 0; elements.hasNext(); i++) {
      element(i);
      value(elements.next());
    }
    raw(']');
    depth--;
  }

  private void primitives(Object array) {
    enter(array);
    raw('[');
    for (int i = 0; i < Array.getLength(array); i++) {
      element(i);
      value(Array.get(array, i));
    }
    raw(']');
    depth--;
  }

  private void element(int index) {
    if (index > 0) {
      raw(',');
    }
    keys[depth - 1] = null;
    indexes[depth - 1] = index;
  }

  private void enter(Object container) {
    if (depth == deepest) {
      throw problem(
          isInside(container) ? "contains itself" : "nests deeper than " + deepest + " levels");
    }
    containers[depth] = container;
    keys[depth] = null;
    indexes[depth] = -1;
    depth++;
  }

  @SuppressWarnings("ReferenceEquality") // equal containers may well be inside each other
  private boolean isInside(Object container) {
    for (Object around : containers) {
      if (around == container) {
        return true;
      }
    }
    return false;
  }

  /** An error that names the place where the writer is. */
  JsonException problem(String what) {
    return new JsonException("'" + path() + "' " + what + ".");
  }

  private String path() {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < depth; i++) {
      if (keys[i] != null) {
        path.append(path.length() == 0 ? "" : ".").append(keys[i]);
      } else if (indexes[i] >= 0) {
        path.append('[').append(indexes[i]).append(']');
      }
      if (path.length() > 200) {
        return path.substring(0, 200) + "…";
      }
    }
    return path.toString();
  }
}
