package io.postrider.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** Batches of calls of many people: one identify call and some track calls each. */
final class PeopleBodies implements Iterator<byte[]> {

  /** The number of calls per person. */
  static final int CALLS_EACH = 3;

  private static final int PEOPLE_PER_BATCH = 150;
  private static final String[] PLANS = {"free", "pro", "team", "enterprise"};
  private static final String[] CATEGORIES = {"shoes", "hat", "coat", "scarf", "gloves"};

  private final int people;
  private int next;

  PeopleBodies(int people) {
    this.people = people;
  }

  @Override
  public boolean hasNext() {
    return next < people;
  }

  @Override
  public byte[] next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    StringBuilder batch = new StringBuilder("{\"batch\":[");
    int end = Math.min(people, next + PEOPLE_PER_BATCH);
    for (; next < end; next++) {
      batch.append(batch.length() == 10 ? "" : ",").append(calls(next));
    }
    return batch.append("]}").toString().getBytes(UTF_8);
  }

  private static String calls(int number) {
    return """
    {"type":"identify","userId":"%1$s","traits":{"email":"%1$s@example.com","plan":"%2$s",\
    "seats":%3$d,"createdAt":"2026-01-%4$02dT00:00:00Z","newsletter":%5$b}},\
    {"type":"track","userId":"%1$s","event":"Order Completed","properties":{"revenue":%6$d.95,\
    "category":"%7$s","products":[{"sku":"a-%3$d"},{"sku":"b-%4$d"}]}},\
    {"type":"track","userId":"%1$s","event":"Product Viewed",\
    "properties":{"category":"%8$s","price":%3$d}}\
    """
        .formatted(
            user(number),
            PLANS[number % PLANS.length],
            number % 100,
            1 + number % 28,
            number % 3 == 0,
            number % 1_000,
            CATEGORIES[number % CATEGORIES.length],
            CATEGORIES[number / 7 % CATEGORIES.length]);
  }

  static String user(int number) {
    return "user-%08d".formatted(number);
  }
}
