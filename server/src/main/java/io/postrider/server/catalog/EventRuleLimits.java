package io.postrider.server.catalog;

import io.postrider.route.EventRules;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ProblemCode;

/** The number of events that the rules of one source may name. Pure. */
public final class EventRuleLimits {

  public static final int MOST_BLOCKED = 1_000;

  /** As many events as are counted apart, and as many again as may be blocked. */
  public static final int MOST_ALLOWED = 11_000;

  private EventRuleLimits() {}

  /** The rules; throws if they name too many events. */
  public static EventRules check(EventRules rules) {
    if (rules.blocked().size() > MOST_BLOCKED) {
      throw ApiException.of(
          ProblemCode.LIMIT_REACHED, "A source may block %,d events.".formatted(MOST_BLOCKED));
    }
    if (rules.allowed().size() > MOST_ALLOWED) {
      throw ApiException.of(
          ProblemCode.LIMIT_REACHED, "A source may allow %,d events.".formatted(MOST_ALLOWED));
    }
    return rules;
  }
}
