package io.postrider.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.TestSeeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StoredKeyTest {

  private static final String ODD = ".%$\"\\@[]'\0\n\u007f\ud800\udc00é世~#*\ud83d\ude00 ab_-Z9";

  @Test
  void ordinaryNames_areUnchanged() {
    assertThat(StoredKey.of("First name_of-9")).isEqualTo("First name_of-9");
    assertThat(StoredKey.of("größe 世界 \ud83d\ude00")).isEqualTo("größe 世界 \ud83d\ude00");
    assertThat(StoredKey.of(List.of("address", "city"))).isEqualTo("address.city");
  }

  @Test
  void otherCharacters_areEscaped() {
    assertThat(StoredKey.of("a.b")).isEqualTo("a%002Eb");
    assertThat(StoredKey.of("$\"\\%@")).isEqualTo("%0024%0022%005C%0025%0040");
    assertThat(StoredKey.of("\0\ud800")).isEqualTo("%0000%D800");
    assertThat(StoredKey.of("")).isEmpty();
    assertThat(StoredKey.of(List.of("a", "", "b"))).isEqualTo("a..b");
  }

  @Test
  void anyPath_isRestoredAndHasAUniqueKey() {
    Random random = TestSeeds.random(StoredKeyTest.class);
    Map<String, List<String>> seen = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      List<String> path = path(random);
      String key = StoredKey.of(path);
      assertThat(StoredKey.path(key)).isEqualTo(path);
      assertThat(key).doesNotContainPattern("[\"\\\\$\\[\\]@\\x00-\\x1f]");
      assertThat(new String(key.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
          .isEqualTo(key);
      assertThat(seen.getOrDefault(key, path)).isEqualTo(path);
      seen.put(key, path);
    }
  }

  private static List<String> path(Random random) {
    List<String> path = new ArrayList<>();
    for (int keys = random.nextInt(1, 4); keys > 0; keys--) {
      StringBuilder key = new StringBuilder();
      for (int length = random.nextInt(4); length > 0; length--) {
        key.append(ODD.charAt(random.nextInt(ODD.length())));
      }
      path.add(key.toString());
    }
    return path;
  }

  @Test
  void instants_haveTheirOwnKey() {
    String moment = StoredKey.moment(StoredKey.of(List.of("address", "since")));
    assertThat(moment).isEqualTo("@address.since");
    assertThat(StoredKey.isMoment(moment)).isTrue();
    assertThat(StoredKey.isMoment(StoredKey.of("@address"))).isFalse();
    assertThat(StoredKey.first(moment)).isEqualTo("address");
    assertThat(StoredKey.first("address")).isEqualTo("address");
  }
}
