package io.postrider.server.people.sql;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A test profile with plain values: texts, {@code Decimal}s, {@code Boolean}s, lists, maps and
 * nulls.
 */
record TestProfile(
    long id,
    Map<String, Object> traits,
    Map<String, Object> computed,
    Set<String> audiences,
    List<Happening> happenings) {

  /** One event of a person, the later one of two at the same time has the higher number. */
  record Happening(String event, long at, long number, Map<String, Object> properties) {}
}
