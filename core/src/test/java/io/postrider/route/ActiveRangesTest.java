package io.postrider.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ActiveRangesTest {

  @Test
  void openRange_containsLaterOffsets() {
    ActiveRanges ranges = ActiveRanges.NONE.opened(LogEndOffsets.of(10));
    assertThat(ranges.isOpen()).isTrue();
    assertThat(ranges.contains(0, 9)).isFalse();
    assertThat(ranges.contains(0, 10)).isTrue();
    assertThat(ranges.contains(0, Long.MAX_VALUE)).isTrue();
  }

  @Test
  void closedRange_excludesItsEnd() {
    ActiveRanges ranges =
        ActiveRanges.NONE.opened(LogEndOffsets.of(10)).closed(LogEndOffsets.of(20));
    assertThat(ranges.isOpen()).isFalse();
    assertThat(ranges.contains(0, 19)).isTrue();
    assertThat(ranges.contains(0, 20)).isFalse();
  }

  @Test
  void openingTwiceOrClosingTwice_changesNothing() {
    ActiveRanges open = ActiveRanges.NONE.opened(LogEndOffsets.of(10));
    assertThat(open.opened(LogEndOffsets.of(15))).isSameAs(open);
    ActiveRanges closed = open.closed(LogEndOffsets.of(20));
    assertThat(closed.closed(LogEndOffsets.of(25))).isSameAs(closed);
  }

  @Test
  void reopenedRange_excludesTheGap() {
    ActiveRanges ranges =
        ActiveRanges.NONE
            .opened(LogEndOffsets.of(10))
            .closed(LogEndOffsets.of(20))
            .opened(LogEndOffsets.of(30));
    assertThat(ranges.contains(0, 15)).isTrue();
    assertThat(ranges.contains(0, 25)).isFalse();
    assertThat(ranges.contains(0, 30)).isTrue();
  }

  @Test
  void newPartition_countsFromItsBeginning() {
    ActiveRanges ranges = ActiveRanges.NONE.opened(new LogEndOffsets(List.of(10L, 5L)));
    assertThat(ranges.contains(1, 4)).isFalse();
    assertThat(ranges.contains(2, 0)).isTrue();
  }

  @Test
  void since_dropsRangesThatEndedBefore() {
    ActiveRanges ranges =
        ActiveRanges.NONE
            .opened(LogEndOffsets.of(10))
            .closed(LogEndOffsets.of(20))
            .opened(LogEndOffsets.of(30));
    assertThat(ranges.since(LogEndOffsets.of(19)).ranges()).hasSize(2);
    assertThat(ranges.since(LogEndOffsets.of(20)).ranges()).hasSize(1);
    assertThat(ranges.since(LogEndOffsets.of(100)).isOpen()).isTrue();
  }
}
