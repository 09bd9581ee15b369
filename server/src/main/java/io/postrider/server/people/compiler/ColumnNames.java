package io.postrider.server.people.compiler;

import org.jspecify.annotations.Nullable;

/** What the names in definitions stand for in the tables. */
public interface ColumnNames {

  /** The number of an event's name. */
  long event(String name);

  /** The key of the computed trait of a name; null if there is none. */
  @Nullable String computedTrait(String name);

  /** The number of the audience of a key; null if there is none. */
  @Nullable Long audience(String key);
}
