package io.postrider.server.catalog.definition;

import io.postrider.audience.Computation;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;

/** The names of audiences and computed traits in texts and paths. Pure. */
public final class ComputationNames {

  private ComputationNames() {}

  public static String noun(ComputationKind kind) {
    return switch (kind) {
      case AUDIENCE -> "audience";
      case TRAIT -> "computed trait";
    };
  }

  public static String a(ComputationKind kind) {
    return switch (kind) {
      case AUDIENCE -> "an audience";
      case TRAIT -> "a computed trait";
    };
  }

  /** The path in the admin API, such as {@code /computed-traits}. */
  public static String path(ComputationKind kind) {
    return switch (kind) {
      case AUDIENCE -> "/audiences";
      case TRAIT -> "/computed-traits";
    };
  }

  public static String location(ComputationId id) {
    return "/api" + path(id.kind()) + "/" + id;
  }

  /** Kind and name, such as {@code the audience Big Spenders}. */
  public static String the(Computation computation) {
    return "the %s %s".formatted(noun(computation.id().kind()), computation.name());
  }
}
