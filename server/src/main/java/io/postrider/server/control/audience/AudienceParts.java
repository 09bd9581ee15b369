package io.postrider.server.control.audience;

import io.postrider.audience.ComputationKind;
import io.postrider.server.control.ApiPart;
import io.postrider.server.control.KeyMaker;
import io.postrider.server.control.LiveCatalog;
import io.postrider.server.control.audit.AuditTrail;
import io.postrider.server.control.deliveries.Discretion;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of the admin API that are about audiences and computed traits, and what they stand on.
 *
 * @param store where they are kept
 * @param computations whoever computes them
 */
public record AudienceParts(
    ComputationStore store,
    Computations computations,
    ComputationRules rules,
    AuditTrail trail,
    Discretion discretion) {

  /** The paths; those with words in the place of an id come first. */
  public List<ApiPart> parts(LiveCatalog catalog, KeyMaker keys, InstantSource clock) {
    List<ApiPart> parts = new ArrayList<>();
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
