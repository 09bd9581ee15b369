package io.postrider.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.http.admin.AccessRole;
import io.postrider.server.http.admin.Caller;
import org.junit.jupiter.api.Test;

final class KnownCallersTest {

  private final KnownCallers callers = new KnownCallers();

  private static Caller caller(String id) {
    return new Caller(id, "name", AccessRole.VIEWER);
  }

  @Test
  void caller_isKnownInItsNetworkOnly() {
    callers.add("192.0.2.1", caller("a"));
    assertThat(callers.contains("192.0.2.1", caller("a"))).isTrue();
    assertThat(callers.contains("192.0.2.2", caller("a"))).isFalse();
    assertThat(callers.contains("192.0.2.1", caller("b"))).isFalse();
  }

  @Test
  void memory_isBounded_andTheMostRecentStay() {
    callers.add("192.0.2.1", caller("old"));
    callers.add("192.0.2.1", caller("used"));
    for (int i = 2; i < KnownCallers.MAX_CALLERS; i++) {
      callers.add("192.0.2.1", caller("c" + i));
    }
    assertThat(callers.size()).isEqualTo(KnownCallers.MAX_CALLERS);
    assertThat(callers.contains("192.0.2.1", caller("used"))).isTrue();
    callers.add("192.0.2.1", caller("new"));
    assertThat(callers.size()).isEqualTo(KnownCallers.MAX_CALLERS);
    assertThat(callers.contains("192.0.2.1", caller("old"))).isFalse();
    assertThat(callers.contains("192.0.2.1", caller("used"))).isTrue();
    assertThat(callers.contains("192.0.2.1", caller("new"))).isTrue();
  }
}
