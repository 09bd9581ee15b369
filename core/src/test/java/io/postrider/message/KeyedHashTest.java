package io.postrider.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyedHashTest {

  private static final byte[] ADA = "ada".getBytes(UTF_8);

  private final KeyedHash hash = new KeyedHash(HashKey.of("0123456789abcdef".getBytes(UTF_8)));
  private final KeyedHash other = new KeyedHash(HashKey.of("0123456789abcdeF".getBytes(UTF_8)));

  @Test
  void hash_isDeterministic() {
    assertThat(hash.narrow(1, ADA)).isEqualTo(hash.narrow(1, ADA.clone()));
    assertThat(hash.wide(1, ADA)).isEqualTo(hash.wide(1, ADA.clone())).hasSize(16);
  }

  @Test
  void hash_dependsOnKeyLabelAndBytes() {
    assertThat(hash.narrow(1, ADA)).isNotEqualTo(hash.narrow(2, ADA));
    assertThat(hash.narrow(1, ADA)).isNotEqualTo(other.narrow(1, ADA));
    assertThat(hash.narrow(1, ADA)).isNotEqualTo(hash.narrow(1, new byte[3]));
    assertThat(hash.wide(1, ADA)).isNotEqualTo(hash.wide(2, ADA));
    assertThat(hash.wide(1, ADA)).isNotEqualTo(other.wide(1, ADA));
    assertThat(hash.wide(1, ADA)).isNotEqualTo(hash.wide(1, new byte[3]));
  }
}
