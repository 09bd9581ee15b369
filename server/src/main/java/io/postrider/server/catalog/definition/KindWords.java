package io.postrider.server.catalog.definition;

import io.postrider.audience.Computation;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;

/** What audiences and computed traits are called. */
public final class KindWords {

  private KindWords() {}

  /** What one is called, such as {@code computed trait}. */
  public static String noun(ComputationKind kind) {
    return switch (kind) {
      case AUDIENCE -> "audience";
      case TRAIT -> "computed trait";
    };
  }

  /** What one is called, with its article. */
  public static String a(ComputationKind kind) {
    return switch (kind) {
      case AUDIENCE -> "an audience";
      case TRAIT -> "a computed trait";
    };
  }

  /** Where the admin API has them, such as {@code /computed-traits}. */
  static String path(ComputationKind kind) {
    return switch (kind) {
      case AUDIENCE -> "/audiences";
      case TRAIT -> "/computed-traits";
    };
  }

  /** Where the admin API has one. */
  static String location(ComputationId id) {
    return "/api" + path(id.kind()) + "/" + id;
  }

  /** One as it is spoken of, such as {@code the audience Big Spenders}. */
  public static String the(Computation computation) {
    return "the %s %s".formatted(noun(computation.id().kind()), computation.name());
  }
}
