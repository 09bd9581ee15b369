package io.postrider.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.IngestHarness;
import io.postrider.message.RecordView;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EventRulesTest {

  @Test
  void everything_passesUntilItIsBlocked() {
    assertThat(EventRules.NONE.letAllPass()).isTrue();
    EventRules rules = EventRules.NONE.decided("a", false);
    assertThat(rules.letAllPass()).isFalse();
    assertThat(rules.letPass("a")).isFalse();
    assertThat(rules.letPass("A")).isTrue();
    assertThat(rules.decided("a", true).letPass("a")).isTrue();
  }

  @Test
  void blockingNew_letsPassWhatWasSeenOrAllowed() {
    EventRules rules =
        EventRules.NONE
            .decided("planned", true)
            .decided("bad", false)
            .blockingNew(Set.of("seen", "bad"));
    assertThat(rules.letAllPass()).isFalse();
    assertThat(rules.letPass("planned")).isTrue();
    assertThat(rules.letPass("seen")).isTrue();
    assertThat(rules.letPass("bad")).isFalse();
    assertThat(rules.letPass("new")).isFalse();
    assertThat(rules.decided("new", true).letPass("new")).isTrue();
    assertThat(rules.decided("seen", false).letPass("seen")).isFalse();
  }

  @Test
  void blockingNew_saidTwiceAllowsNothingMore() {
    EventRules rules = EventRules.NONE.blockingNew(Set.of("seen"));
    assertThat(rules.blockingNew(Set.of("later"))).isEqualTo(rules);
  }

  @Test
  void allowingNew_keepsWhatWasBlockedByName() {
    EventRules rules = EventRules.NONE.decided("bad", false).blockingNew(Set.of()).allowingNew();
    assertThat(rules.letPass("new")).isTrue();
    assertThat(rules.letPass("bad")).isFalse();
  }

  @Test
  void names_countUpToALength() {
    String longest = "é".repeat(EventName.LONGEST);
    assertThat(EventName.of(longest)).isSameAs(longest);
    assertThat(EventName.of(longest + "x")).isEqualTo(longest);
    String astral = "🚀".repeat(EventName.LONGEST);
    assertThat(EventName.of(astral)).isSameAs(astral);
    assertThat(EventName.of(astral + "x")).isEqualTo(astral);
    EventRules rules = EventRules.NONE.decided(longest, false);
    assertThat(rules.letPass(longest + "y")).isFalse();
    assertThat(rules.letPass("é".repeat(EventName.LONGEST - 1))).isTrue();
  }

  @Test
  void onlyTrackCalls_areHeldBack() {
    EventRules rules = EventRules.NONE.blockingNew(Set.of());
    assertThat(rules.holdBack(track())).isTrue();
    assertThat(rules.holdBack(page())).isFalse();
    assertThat(EventRules.NONE.holdBack(track())).isFalse();
  }

  private static RecordView track() {
    return new IngestHarness().track("{\"userId\":\"u\",\"event\":\"e\"}").view(0);
  }

  private static RecordView page() {
    String page = "{\"type\":\"page\",\"userId\":\"u\",\"event\":\"e\"}";
    return new IngestHarness().batch("{\"batch\":[" + page + "]}").view(0);
  }
}
