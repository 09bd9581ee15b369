package io.postrider.server.catalog.definition;

import io.postrider.audience.ComputationKind;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.http.admin.ApiRoutes;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of the admin API that are about audiences and computed traits, and what they stand on.
 *
 * @param store where they are kept
 * @param computations whoever computes them
 */
public record ComputationRoutes(
    ComputationStore store,
    ComputationFigures computations,
    ComputationRules rules,
    AuditTrail trail,
    RedactionPolicy discretion) {

  /** The paths; those with words in the place of an id come first. */
  public List<ApiRoutes> parts(LiveCatalog catalog, KeyGenerator keys, InstantSource clock) {
    List<ApiRoutes> parts = new ArrayList<>();
    for (ComputationKind kind : ComputationKind.values()) {
      parts.add(
          new FigureResource(
              kind,
              computations,
              rules,
              new FigureResource.Environment(catalog, trail, discretion, clock)));
      parts.add(
          new ComputationResource(
              kind,
              store,
              computations,
              rules,
              new ComputationResource.Environment(catalog, keys, clock)));
    }
    return parts;
  }
}
