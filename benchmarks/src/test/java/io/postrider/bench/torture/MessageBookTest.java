package io.postrider.bench.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MessageBookTest {
  private final MessageBook accepted = new MessageBook();
  private final MessageBook delivered = new MessageBook();

  @Test
  void messageThatNoReceiverHas_isMissing() {
    accepted.add(0, 1);
    accepted.add(2, 5);
    accepted.add(2, 6);
    delivered.addBody("{\"messageId\":\"torture-2-5\"}");
    MessageBook other = new MessageBook();
    other.add(0, 1);
    assertThat(accepted.missingFrom(List.of(delivered, other))).containsExactly("torture-2-6");
    assertThat(accepted.size()).isEqualTo(3);
  }

  @Test
  void repeats_countOnceEach() {
    delivered.add(0, 1);
    delivered.add(0, 1);
    delivered.add(0, 1);
    assertThat(delivered.repeats()).isEqualTo(2);
    assertThat(delivered.size()).isEqualTo(1);
  }

  @Test
  void foreignBody_isIgnored() {
    delivered.addBody("{\"messageId\":\"other\"}");
    assertThat(delivered.size()).isZero();
  }
}
