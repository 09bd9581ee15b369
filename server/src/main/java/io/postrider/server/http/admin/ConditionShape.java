package io.postrider.server.http.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What conditions of some kind are made of, besides {@code all}, {@code any} and {@code not}.
 *
 * @param <T> the kind of condition
 */
public interface ConditionShape<T> {

  /** The fields of which an object has exactly one unless it joins others, such as "event". */
  List<String> simple();

  /** Fields that may come beside those. */
  List<String> beside();

  /** How deep conditions may lie in each other. */
  int deepest();

  /** How many there may be. */
  int most();

  T all(List<T> conditions);

  T any(List<T> conditions);

  T not(T condition);

  /**
   * Reads one that joins nothing.
   *
   * @param kind which of the {@link #simple} fields it has
   * @return null if it is wrong
   */
  @Nullable T read(String kind, Fields fields);
}
