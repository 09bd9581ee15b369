package io.postrider.server.catalog;

import io.postrider.route.Catalog;

/** Applies a changed catalog before the change is answered. */
@FunctionalInterface
public interface CatalogListener {

  /**
   * Applies a snapshot. Calls never overlap and never go back to an earlier snapshot. If it throws,
   * it is called again about a second later.
   */
  void changed(Catalog catalog);
}
