package io.postrider.server.http.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of one kind of condition, besides {@code all}, {@code any} and {@code not}.
 *
 * @param <T> the kind of condition
 */
public interface ConditionShape<T> {

  /** The fields of which a leaf has exactly one, such as "event". */
  List<String> simple();

  /** Further fields of a leaf. */
  List<String> beside();

  /** The maximum nesting depth. */
  int deepest();

  /** The maximum number of conditions. */
  int most();

  T all(List<T> conditions);

  T any(List<T> conditions);

  T not(T condition);

  /**
   * Reads a leaf.
   *
   * @param kind the one of the {@link #simple} fields that it has
   * @return null if it is invalid
   */
  @Nullable T read(String kind, Fields fields);
}
