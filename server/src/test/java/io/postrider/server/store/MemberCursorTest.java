package io.postrider.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemberCursorTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 35, 36, 1_000_000_000_000L, 4_738_381_338_321_616_895L})
  void cursor_isReadAgain(long profile) {
    assertThat(MemberCursor.parse(MemberCursor.behind(profile))).isEqualTo(profile);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "abc", "1", "m_", "m_0", "m_01", "m_-1", "m_A", "m_1zzzzzzzzzzzz"})
  void otherText_isNone(String text) {
    assertThat(MemberCursor.parse(text)).isNull();
  }
}
