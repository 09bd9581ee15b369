package io.postrider.server.people.compiler;

import org.jspecify.annotations.Nullable;

/** Resolves the names in definitions to the values stored in the tables. */
public interface ColumnNames {

  long event(String name);

  /** The stored key of a computed trait; null if there is none. */
  @Nullable String computedTrait(String name);

  /** The number of an audience; null if there is none. */
  @Nullable Long audience(String key);
}
