package io.postrider.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.message.TestSeeds;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SamplingTest {

  private static final int MANY = 10_000;

  private static boolean keeps(int perMillion, FilterAction.By by, RecordView record) {
    FilterAction sample = new FilterAction.Sample(perMillion, by);
    return Filters.of(List.of(new Filter(null, true, null, sample))).letsPass(record);
  }

  private static RecordView message(String id) {
    return FilterTestMessages.track("'messageId':'%s'".formatted(id));
  }

  private static Set<Integer> kept(int perMillion, IntFunction<String> ids) {
    Set<Integer> kept = new HashSet<>();
    for (int i = 0; i < MANY; i++) {
      if (keeps(perMillion, FilterAction.By.MESSAGE_ID, message(ids.apply(i)))) {
        kept.add(i);
      }
    }
    return kept;
  }

  @ParameterizedTest
  @ValueSource(ints = {10_000, 100_000, 333_333, 500_000, 990_000})
  void sampleSize_matchesTheRate(int perMillion) {
    Random random = TestSeeds.random(SamplingTest.class);
    double share = perMillion / 1e6;
    double fourSigmas = 4 * Math.sqrt(MANY * share * (1 - share));
    assertThat((double) kept(perMillion, i -> "m-" + i).size())
        .isCloseTo(MANY * share, within(fourSigmas));
    assertThat(
            (double)
                kept(perMillion, i -> new UUID(random.nextLong(), random.nextLong()).toString())
                    .size())
        .isCloseTo(MANY * share, within(fourSigmas));
  }

  @Test
  void largerSample_includesTheSmaller() {
    Set<Integer> some = kept(200_000, i -> "m-" + i);
    assertThat(kept(200_000, i -> "m-" + i)).isEqualTo(some);
    assertThat(kept(300_000, i -> "m-" + i)).containsAll(some).hasSizeGreaterThan(some.size());
  }

  /** These samples must never change. */
  @Test
  void samples_neverChange() {
    StringBuilder answers = new StringBuilder();
    for (int i = 0; i < 32; i++) {
      answers.append(keeps(500_000, FilterAction.By.MESSAGE_ID, message("m-" + i)) ? '1' : '0');
    }
    assertThat(answers).hasToString("00110111101101000011101111101000");
  }

  @Test
  void users_areSampledWhole() {
    int kept = 0;
    for (int user = 0; user < 200; user++) {
      Set<Boolean> answers = new HashSet<>();
      for (int i = 0; i < 5; i++) {
        String body = "{'userId':'u%d','event':'e','messageId':'%d-%d'}".formatted(user, user, i);
        answers.add(
            keeps(
                500_000,
                FilterAction.By.USER_ID,
                FilterTestMessages.call(MessageType.TRACK, body)));
      }
      assertThat(answers).hasSize(1);
      kept += answers.contains(true) ? 1 : 0;
    }
    assertThat(kept).isBetween(60, 140);
  }

  @Test
  void userWithoutId_isSampledByAnonymousId() {
    for (int i = 0; i < 50; i++) {
      String anonymous = "{'anonymousId':'u%d','event':'e','messageId':'a%d'}".formatted(i, i);
      String known = "{'userId':'u%d','event':'e','messageId':'b%d'}".formatted(i, i);
      assertThat(keeps(500_000, FilterAction.By.USER_ID, track(anonymous)))
          .isEqualTo(keeps(500_000, FilterAction.By.USER_ID, track(known)));
    }
  }

  private static RecordView track(String body) {
    return FilterTestMessages.call(MessageType.TRACK, body);
  }

  @Test
  void rate_isBetweenNoneAndAll() {
    assertThat(new FilterAction.Sample(1, FilterAction.By.USER_ID).perMillion()).isEqualTo(1);
    assertThat(new FilterAction.Sample(999_999, FilterAction.By.USER_ID).perMillion())
        .isEqualTo(999_999);
    assertThatThrownBy(() -> new FilterAction.Sample(0, FilterAction.By.USER_ID))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new FilterAction.Sample(1_000_000, FilterAction.By.USER_ID))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
