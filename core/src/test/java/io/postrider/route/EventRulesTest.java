package io.postrider.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.IngestHarness;
import io.postrider.message.RecordView;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EventRulesTest {

  @Test
  void everyEvent_passesUnlessBlocked() {
    assertThat(EventRules.NONE.allowAll()).isTrue();
    EventRules rules = EventRules.NONE.decided("a", false);
    assertThat(rules.allowAll()).isFalse();
    assertThat(rules.allow("a")).isFalse();
    assertThat(rules.allow("A")).isTrue();
    assertThat(rules.decided("a", true).allow("a")).isTrue();
  }

  @Test
  void blockingNew_allowsSeenAndAllowedEvents() {
    EventRules rules =
        EventRules.NONE
            .decided("planned", true)
            .decided("bad", false)
            .blockingNew(Set.of("seen", "bad"));
    assertThat(rules.allowAll()).isFalse();
    assertThat(rules.allow("planned")).isTrue();
    assertThat(rules.allow("seen")).isTrue();
    assertThat(rules.allow("bad")).isFalse();
    assertThat(rules.allow("new")).isFalse();
    assertThat(rules.decided("new", true).allow("new")).isTrue();
    assertThat(rules.decided("seen", false).allow("seen")).isFalse();
  }

  @Test
  void blockingNewTwice_allowsNoMoreEvents() {
    EventRules rules = EventRules.NONE.blockingNew(Set.of("seen"));
    assertThat(rules.blockingNew(Set.of("later"))).isEqualTo(rules);
  }

  @Test
  void allowingNew_keepsBlockedEvents() {
    EventRules rules = EventRules.NONE.decided("bad", false).blockingNew(Set.of()).allowingNew();
    assertThat(rules.allow("new")).isTrue();
    assertThat(rules.allow("bad")).isFalse();
  }

  @Test
  void names_areTruncated() {
    String longest = "é".repeat(EventName.MAX_CODE_POINTS);
    assertThat(EventName.of(longest)).isSameAs(longest);
    assertThat(EventName.of(longest + "x")).isEqualTo(longest);
    String astral = "🚀".repeat(EventName.MAX_CODE_POINTS);
    assertThat(EventName.of(astral)).isSameAs(astral);
    assertThat(EventName.of(astral + "x")).isEqualTo(astral);
    EventRules rules = EventRules.NONE.decided(longest, false);
    assertThat(rules.allow(longest + "y")).isFalse();
    assertThat(rules.allow("é".repeat(EventName.MAX_CODE_POINTS - 1))).isTrue();
  }

  @Test
  void onlyTrackCalls_areBlocked() {
    EventRules rules = EventRules.NONE.blockingNew(Set.of());
    assertThat(rules.block(track())).isTrue();
    assertThat(rules.block(page())).isFalse();
    assertThat(EventRules.NONE.block(track())).isFalse();
  }

  private static RecordView track() {
    return new IngestHarness().track("{\"userId\":\"u\",\"event\":\"e\"}").view(0);
  }

  private static RecordView page() {
    String page = "{\"type\":\"page\",\"userId\":\"u\",\"event\":\"e\"}";
    return new IngestHarness().batch("{\"batch\":[" + page + "]}").view(0);
  }
}
