package io.postrider.server.catalog;

import io.postrider.route.Catalog;

/** Whoever has to act on a changed catalog before the change is answered. */
@FunctionalInterface
public interface CatalogListener {

  /**
   * Brings a snapshot into force. Called one snapshot after the other, never an earlier one after a
   * later; the change that made it is answered when this returns. If it throws, it is called again
   * about a second later.
   */
  void changed(Catalog catalog);
}
