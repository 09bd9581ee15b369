package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares canonical JSON with the output of JavaScript. */
class CanonicalJsonAgainstNodeTest {

  private static final int DOCUMENTS = 5_000;
  private static final int NUMBERS = 20_000;

  private final CanonicalJsonHarness canonicalJson = new CanonicalJsonHarness();

  @Test
  void randomDocuments_agreeWithJavaScript() throws IOException {
    Random random = TestSeeds.random(getClass());
    int settledAlready = 0;
    try (NodeJs node = new NodeJs()) {
      for (int i = 0; i < DOCUMENTS; i++) {
        String document = RandomJson.object(random);
        byte[] json = IngestHarness.bytes(document);
        byte[] expected = node.canonicalize(json);
        byte[] canonical = canonicalJson.canonicalize(json);
        assertThat(utf8(canonical)).as(document).isEqualTo(utf8(expected));
        boolean same = document.equals(utf8(expected));
        assertThat(canonicalJson.isCanonical(json)).as(document).isEqualTo(same);
        assertThat(canonicalJson.isCanonical(canonical)).as(document).isTrue();
        settledAlready += same ? 1 : 0;
      }
    }
    assertThat(settledAlready).isBetween(DOCUMENTS / 100, DOCUMENTS * 9 / 10);
  }

  @Test
  void randomNumbers_changeOnlyIfNothingIsLost() throws IOException {
    Random random = TestSeeds.random(getClass());
    int verbatim = 0;
    try (NodeJs node = new NodeJs()) {
      for (int i = 0; i < NUMBERS; i++) {
        String number = wildNumber(random);
        String printed = utf8(node.canonicalize(IngestHarness.bytes(number)));
        boolean equal =
            !printed.equals("null")
                && new BigDecimal(printed).compareTo(new BigDecimal(number)) == 0;
        byte[] json = IngestHarness.bytes(number);
        String expected = equal ? printed : number;
        assertThat(utf8(canonicalJson.canonicalize(json))).isEqualTo(expected);
        assertThat(canonicalJson.isCanonical(json)).as(number).isEqualTo(expected.equals(number));
        verbatim += equal ? 0 : 1;
      }
    }
    assertThat(verbatim).isBetween(NUMBERS / 10, NUMBERS * 9 / 10);
  }

  private static String wildNumber(Random random) {
    String sign = random.nextInt(3) == 0 ? "-" : "";
    return switch (random.nextInt(9)) {
      case 0 -> RandomJson.number(random);
      case 1 -> sign + random.nextLong(Long.MAX_VALUE);
      case 2 -> sign + digits(random, 1 + random.nextInt(40));
      case 3 -> sign + "0." + digits(random, 1 + random.nextInt(30));
      case 4 -> sign + random.nextInt(10) + "." + digits(random, 15 + random.nextInt(4));
      case 5 -> sign + (1 + random.nextInt(99)) + "e" + (random.nextInt(700) - 350);
      case 6 -> finite(Double.longBitsToDouble(random.nextLong()));
      case 7 -> finite(Double.longBitsToDouble(random.nextLong(200))); // the smallest ones
      default -> sign + digits(random, 17) + "E" + (random.nextInt(660) - 340);
    };
  }

  private static String finite(double number) {
    return Double.isFinite(number) ? Double.toString(number) : "1e999";
  }

  private static String digits(Random random, int count) {
    StringBuilder digits = new StringBuilder();
    digits.append((char) ('1' + random.nextInt(9)));
    while (digits.length() < count) {
      digits.append((char) ('0' + random.nextInt(10)));
    }
    return digits.toString();
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
