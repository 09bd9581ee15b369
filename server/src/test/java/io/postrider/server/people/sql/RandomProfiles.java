package io.postrider.server.people.sql;

import io.postrider.condition.Decimal;
import io.postrider.server.people.sql.TestProfile.Happening;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Random profiles with similar values and unusual names. */
final class RandomProfiles {

  static final long NOW = 1_780_000_000_000L;
  static final long HOUR = 3_600_000L;

  static final List<String> EVENTS = List.of("Bought", "Seen", "bought", "Ünïcode \0 \"'$%");
  static final List<String> NAMES =
      List.of("a", "b", "A", "a.b", "x y", "", "\"'\\", "$", "ä世", "%0041", "@a", "n\0\ud800", "c");
  static final List<String> COMPUTED = List.of("spent", "a");
  static final List<String> AUDIENCES = List.of("fans", "rest");

  static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "1",
          "1.0",
          "10e-1",
          "-1",
          "2",
          "10",
          "9.99",
          "9.990",
          "0.1",
          "-0.1",
          "1e400",
          "1.5e-400",
          "-1e400",
          "9007199254740993",
          "9007199254740992",
          "123456789012345678901",
          "0.30000000000000004",
          "100",
          "99",
          "1e2");
  static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "A",
          "ab",
          "abc",
          "b",
          "t",
          "tab",
          "n1",
          "1",
          "true",
          "null",
          "[",
          "[\"ta\"]",
          "it's",
          "' or 'a' = 'a' --",
          "a?b\\",
          "ä",
          "世界",
          "😀",
          "a😀b",
          "\0",
          "a\0",
          "o",
          "2026-01-01",
          "2026-01-01T00:00:00Z",
          "2026-01-01T01:00:00+01:00",
          "2025-12-31T23:59:59.999Z",
          "2026-06-01T12:00Z",
          "%",
          "_");

  private final Random random;

  RandomProfiles(Random random) {
    this.random = random;
  }

  <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  boolean oneIn(int many) {
    return random.nextInt(many) == 0;
  }

  TestProfile person(long id) {
    Set<String> audiences = new HashSet<>();
    AUDIENCES.stream().filter(key -> oneIn(2)).forEach(audiences::add);
    Map<String, Object> computed = new LinkedHashMap<>();
    for (String key : COMPUTED) {
      Object value = oneIn(3) ? null : oneIn(4) ? list() : single();
      if (value != null) {
        computed.put(key, value);
      }
    }
    List<Happening> happenings = new ArrayList<>();
    int count = random.nextInt(9);
    for (int i = 0; i < count; i++) {
      happenings.add(new Happening(one(EVENTS), at(), happenings.size(), object(0)));
    }
    return new TestProfile(id, object(0), computed, audiences, happenings);
  }

  /** Times at and around the edges of windows. */
  private long at() {
    return NOW - random.nextInt(5) * HOUR + random.nextInt(3) - 1;
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> object = new LinkedHashMap<>();
    int count = random.nextInt(7);
    for (int i = 0; i < count; i++) {
      object.put(one(NAMES), value(depth));
    }
    return object;
  }

  private @Nullable Object value(int depth) {
    return switch (random.nextInt(10)) {
      case 0 -> null;
      case 1, 2 -> list();
      case 3 -> depth < 2 ? object(depth + 1) : single();
      default -> single();
    };
  }

  private List<Object> list() {
    List<Object> list = new ArrayList<>();
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      list.add(single());
    }
    return list;
  }

  Object single() {
    return switch (random.nextInt(5)) {
      case 0, 1 -> Decimal.of(one(NUMBERS));
      case 2 -> random.nextBoolean();
      default -> one(TEXTS);
    };
  }
}
