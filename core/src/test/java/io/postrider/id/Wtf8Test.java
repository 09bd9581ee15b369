package io.postrider.id;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.TestSeeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Wtf8Test {

  @Test
  void ordinaryIds_areUtf8() {
    for (String id : new String[] {"", "ada", "größe", "世界", "\ud83d\ude00", "\0", "\uffff"}) {
      assertThat(Wtf8.encode(id)).isEqualTo(id.getBytes(UTF_8));
      assertThat(Wtf8.decode(Wtf8.encode(id))).isEqualTo(id);
    }
  }

  @Test
  void anyId_isDecoded() {
    Random random = TestSeeds.random(Wtf8Test.class);
    String some = "ab\0é世\ud7ff\ue000\ud800\udbff\udc00\udfff\ud83d\ude00";
    for (int i = 0; i < 50_000; i++) {
      StringBuilder id = new StringBuilder();
      for (int length = random.nextInt(6); length > 0; length--) {
        id.append(some.charAt(random.nextInt(some.length())));
      }
      assertThat(Wtf8.decode(Wtf8.encode(id.toString()))).isEqualTo(id.toString());
    }
  }
}
