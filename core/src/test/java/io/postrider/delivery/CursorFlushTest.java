package io.postrider.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CursorFlushTest {

  private final CursorFlush<String> flush = new CursorFlush<>("", String::concat, saved -> "");

  @Test
  void entries_comeBeforeCursors() {
    assertThat(flush.begin()).isEqualTo(CursorFlush.Step.RECORD);
    assertThat(flush.recorded("")).isEqualTo(CursorFlush.Step.SAVE);
    assertThat(flush.saved()).isEqualTo(CursorFlush.Step.DONE);
  }

  @Test
  void gaps_stayUntilTheyAreSaved() {
    flush.begin();
    flush.recorded("a");
    assertThat(flush.gaps()).isEqualTo("a");

    // the cursors could not be saved
    flush.begin();
    flush.recorded("b");
    assertThat(flush.gaps()).isEqualTo("ab");

    flush.saved();
    assertThat(flush.gaps()).isEmpty();
  }
}
