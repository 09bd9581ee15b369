package io.postrider.server.database;

import java.util.Locale;

/**
 * A part of the catalog that changes by itself. Sources, destinations and computations have IDs.
 */
public enum CatalogPart {
  SOURCE,
  DESTINATION,
  COMPUTATION,
  TOKENS,
  WORKSPACE,
  /** Anything, as after a change of the workspace file. */
  ALL;

  /** The part as the database has it. */
  public String column() {
    return name().toLowerCase(Locale.ROOT);
  }
}
