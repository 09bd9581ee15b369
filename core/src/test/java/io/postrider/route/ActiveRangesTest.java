package io.postrider.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ActiveRangesTest {

  @Test
  void openSpan_holdsWhatWasAcceptedSince() {
    ActiveRanges spans = ActiveRanges.NONE.opened(LogEndOffsets.of(10));
    assertThat(spans.isOpen()).isTrue();
    assertThat(spans.contains(0, 9)).isFalse();
    assertThat(spans.contains(0, 10)).isTrue();
    assertThat(spans.contains(0, Long.MAX_VALUE)).isTrue();
  }

  @Test
  void closedSpan_endsBeforeItsEnd() {
    ActiveRanges spans =
        ActiveRanges.NONE.opened(LogEndOffsets.of(10)).closed(LogEndOffsets.of(20));
    assertThat(spans.isOpen()).isFalse();
    assertThat(spans.contains(0, 19)).isTrue();
    assertThat(spans.contains(0, 20)).isFalse();
  }

  @Test
  void openingTwiceOrClosingTwice_changesNothing() {
    ActiveRanges open = ActiveRanges.NONE.opened(LogEndOffsets.of(10));
    assertThat(open.opened(LogEndOffsets.of(15))).isSameAs(open);
    ActiveRanges closed = open.closed(LogEndOffsets.of(20));
    assertThat(closed.closed(LogEndOffsets.of(25))).isSameAs(closed);
  }

  @Test
  void reopened_leavesTheGapOut() {
    ActiveRanges spans =
        ActiveRanges.NONE
            .opened(LogEndOffsets.of(10))
            .closed(LogEndOffsets.of(20))
            .opened(LogEndOffsets.of(30));
    assertThat(spans.contains(0, 15)).isTrue();
    assertThat(spans.contains(0, 25)).isFalse();
    assertThat(spans.contains(0, 30)).isTrue();
  }

  @Test
  void partitionThatWasNotThere_countsFromItsBeginning() {
    ActiveRanges spans = ActiveRanges.NONE.opened(new LogEndOffsets(List.of(10L, 5L)));
    assertThat(spans.contains(1, 4)).isFalse();
    assertThat(spans.contains(2, 0)).isTrue();
  }

  @Test
  void since_dropsSpansThatEndedBeforeThePlace() {
    ActiveRanges spans =
        ActiveRanges.NONE
            .opened(LogEndOffsets.of(10))
            .closed(LogEndOffsets.of(20))
            .opened(LogEndOffsets.of(30));
    assertThat(spans.since(LogEndOffsets.of(19)).spans()).hasSize(2);
    assertThat(spans.since(LogEndOffsets.of(20)).spans()).hasSize(1);
    assertThat(spans.since(LogEndOffsets.of(100)).isOpen()).isTrue();
  }
}
