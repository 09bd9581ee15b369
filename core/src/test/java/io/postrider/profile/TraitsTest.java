package io.postrider.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.TestSeeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TraitsTest {

  private record Change(Trait trait, TraitVersion at) {}

  private final Traits traits = new Traits();
  private long places;

  private static Trait trait(String name, String json) {
    return new Flattener()
        .traits(CanonicalObjects.object("{\"" + name + "\":" + json + "}"))
        .getFirst();
  }

  private boolean set(String name, String json, long at) {
    return traits.set(trait(name, json), new TraitVersion(at, places++));
  }

  private String shown() {
    return Unflattener.json(traits.json());
  }

  @Test
  void latestTimestamp_wins() {
    assertThat(set("a", "1", 10)).isTrue();
    assertThat(set("a", "2", 9)).isFalse();
    assertThat(set("a", "3", 11)).isTrue();
    assertThat(set("a", "3", 12)).isFalse();
    assertThat(shown()).isEqualTo("{\"a\":3}");
  }

  @Test
  void sameTimestamp_laterInTheLogWins() {
    assertThat(set("a", "1", 10)).isTrue();
    assertThat(set("a", "2", 10)).isTrue();
    assertThat(set("a", "null", 10)).isTrue();
    assertThat(shown()).isEqualTo("{}");
  }

  @Test
  void removal_hasAVersion() {
    assertThat(set("a", "1", 10)).isTrue();
    assertThat(set("a", "null", 12)).isTrue();
    assertThat(set("a", "2", 11)).isFalse();
    assertThat(shown()).isEqualTo("{}");
    assertThat(set("a", "3", 13)).isTrue();
    assertThat(shown()).isEqualTo("{\"a\":3}");
  }

  @Test
  void removalOfAMissingTrait_isNoChangeButHasAVersion() {
    assertThat(set("a", "null", 12)).isFalse();
    assertThat(set("a", "2", 11)).isFalse();
    assertThat(shown()).isEqualTo("{}");
  }

  @Test
  void objects_areReplaced() {
    assertThat(set("a", "{\"b\":1,\"c\":2}", 1)).isTrue();
    assertThat(set("a", "{\"b\":3}", 2)).isTrue();
    assertThat(shown()).isEqualTo("{\"a\":{\"b\":3}}");
  }

  @Test
  void anyOrderOfArrival_givesTheSameResult() {
    Random random = TestSeeds.random(TraitsTest.class);
    for (int round = 0; round < 500; round++) {
      List<Change> changes = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        String value = random.nextInt(4) == 0 ? "null" : "{\"v\":" + random.nextInt(3) + "}";
        changes.add(new Change(trait("t" + random.nextInt(4), value), new TraitVersion(i / 3, i)));
      }
      String inOrder = after(changes, random);
      Collections.shuffle(changes, random);
      assertThat(after(changes, random)).isEqualTo(inOrder);
    }
  }

  /** The result of some changes, partly applied in order and partly merged. */
  private static String after(List<Change> changes, Random random) {
    Traits one = new Traits();
    Traits other = new Traits();
    for (Change change : changes) {
      boolean _ = (random.nextBoolean() ? one : other).set(change.trait, change.at);
      if (random.nextInt(5) == 0) {
        one = Traits.of(one.json(), one.times());
      }
    }
    one.merge(other);
    return one.json() + one.times();
  }

  @Test
  void mergeWithTheSameTimestamp_laterInTheLogWins() {
    boolean _ = traits.set(trait("a", "1"), new TraitVersion(10, 5));
    for (long place : List.of(4L, 6L)) {
      Traits other = new Traits();
      boolean _ = other.set(trait("a", Long.toString(place)), new TraitVersion(10, place));
      traits.merge(Traits.of(other.json(), other.times()));
      assertThat(shown()).isEqualTo(place == 4 ? "{\"a\":1}" : "{\"a\":6}");
    }
  }

  @Test
  void versionWithoutPosition_isTheOldestOfItsTime() {
    assertThat(set("a", "1", 10)).isTrue();
    Traits old = Traits.of(traits.json(), "a=a;");
    assertThat(old.set(trait("a", "2"), new TraitVersion(9, 1))).isFalse();
    assertThat(old.set(trait("a", "2"), new TraitVersion(10, 0))).isTrue();
    assertThat(old.times()).isEqualTo("a=a#0;");
  }

  @Test
  void storedTraits_areReadBack() {
    assertThat(set("a=b;c", "\"2026-01-01\"", -5)).isTrue();
    assertThat(set("x", "[1,\"\\\"\"]", 7)).isTrue();
    assertThat(set("gone", "null", 8)).isFalse();
    Traits back = Traits.of(traits.json(), traits.times());
    assertThat(back.json()).isEqualTo(traits.json());
    assertThat(back.times()).isEqualTo(traits.times());
    assertThat(back.set(trait("gone", "1"), new TraitVersion(7, 9))).isFalse();
    assertThat(back.set(trait("x", "[1,\"\\\"\"]"), new TraitVersion(9, 9))).isFalse();
    Traits spaced = Traits.of(traits.json().replace("\":", "\": "), traits.times());
    assertThat(spaced.json()).isEqualTo(traits.json());
  }

  @Test
  void tooManyNames_areDropped() {
    for (int i = 0; i < Flattener.MAX_KEYS; i++) {
      assertThat(set("t" + i, "1", i)).isTrue();
    }
    assertThat(set("one-more", "1", 1_000)).isFalse();
    assertThat(traits.leftOut()).isEqualTo(1);
    assertThat(set("t7", "2", 1_000)).isTrue();
  }

  @Test
  void newTrait_replacesTheOldestTombstone() {
    for (int i = 0; i < Flattener.MAX_KEYS; i++) {
      boolean _ = set("t" + i, i < 2 ? "null" : "1", 10 + i);
    }
    assertThat(set("new", "1", 1_000)).isTrue();
    assertThat(set("t0", "5", 1)).as("no mark any more, and no room").isTrue();
    assertThat(set("t1", "5", 1)).as("took the other mark's place").isFalse();
  }

  @Test
  void valueThatDoesNotFit_countsAsRemoved() {
    String half = "\"" + "x".repeat(Flattener.MAX_BYTES / 2) + "\"";
    assertThat(set("a", half, 1)).isTrue();
    assertThat(set("b", "1", 1)).isTrue();
    assertThat(set("b", half, 2)).isTrue();
    assertThat(traits.leftOut()).isEqualTo(1);
    assertThat(shown()).doesNotContain("\"b\"");
    assertThat(set("a", "1", 3)).isTrue();
    assertThat(set("b", half, 3)).isTrue();
  }

  @Test
  void longNames_areDropped() {
    assertThat(set("x".repeat(Traits.MAX_NAME_LENGTH), "1", 1)).isTrue();
    assertThat(set("x".repeat(Traits.MAX_NAME_LENGTH + 1), "1", 1)).isFalse();
    assertThat(traits.leftOut()).isEqualTo(1);
  }
}
