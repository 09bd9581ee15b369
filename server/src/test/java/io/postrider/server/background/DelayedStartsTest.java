package io.postrider.server.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DelayedStartsTest {

  private final DelayedStarts starts = new DelayedStarts();
  private final List<String> begun = new ArrayList<>();

  @Test
  void work_waitsForTheNode_andBeginsInOrder() {
    starts.add(() -> begun.add("first"));
    starts.add(() -> begun.add("second"));
    assertThat(begun).isEmpty();
    starts.begin();
    assertThat(begun).containsExactly("first", "second");
  }

  @Test
  void workThatComesLater_beginsAtOnce() {
    starts.begin();
    starts.add(() -> begun.add("late"));
    assertThat(begun).containsExactly("late");
  }

  @Test
  void work_beginsOnce() {
    starts.add(() -> begun.add("first"));
    starts.begin();
    starts.begin();
    assertThat(begun).containsExactly("first");
  }
}
