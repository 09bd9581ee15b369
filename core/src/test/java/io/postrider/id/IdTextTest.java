package io.postrider.id;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdTextTest {

  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0x0123456789abcdefL})
  void formattedId_isParsed(long bits) {
    assertThat(SourceId.parse(new SourceId(bits).toString())).contains(new SourceId(bits));
    assertThat(DestinationId.parse(new DestinationId(bits).toString()))
        .contains(new DestinationId(bits));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "src_", "dst_0123456789abc", "src_0123456789ab", "src_z000000000000", "src_u"})
  void otherText_isNoSource(String text) {
    assertThat(SourceId.parse(text)).isEmpty();
  }

  @Test
  void idsOfSourceAndDestination_havePrefixes() {
    assertThat(new SourceId(7).toString()).startsWith("src_").hasSize(17);
    assertThat(new DestinationId(7).toString()).startsWith("dst_").hasSize(17);
  }
}
