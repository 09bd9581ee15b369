package io.postrider.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IdBytesTest {

  @Test
  void ordinaryIds_areUtf8() {
    for (String id : new String[] {"", "ada", "größe", "世界", "\ud83d\ude00", "\0", "\uffff"}) {
      assertThat(IdBytes.of(id)).isEqualTo(id.getBytes(UTF_8));
      assertThat(IdBytes.text(IdBytes.of(id))).isEqualTo(id);
    }
  }

  @Test
  void anyId_comesBack() {
    Random random = Seeds.random(IdBytesTest.class);
    String some = "ab\0é世\ud7ff\ue000\ud800\udbff\udc00\udfff\ud83d\ude00";
    for (int i = 0; i < 50_000; i++) {
      StringBuilder id = new StringBuilder();
      for (int length = random.nextInt(6); length > 0; length--) {
        id.append(some.charAt(random.nextInt(some.length())));
      }
      assertThat(IdBytes.text(IdBytes.of(id.toString()))).isEqualTo(id.toString());
    }
  }
}
