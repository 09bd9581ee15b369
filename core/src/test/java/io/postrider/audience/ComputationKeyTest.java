package io.postrider.audience;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComputationKeyTest {

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "Big Spenders,big_spenders",
        "bigSpenders,big_spenders",
        "BigSpenders,big_spenders",
        "big_spenders,big_spenders",
        "BIG-SPENDERS,big_spenders",
        "  Big   Spenders  ,big_spenders",
        "__Big...Spenders!!,big_spenders",
        "VIPCustomers,vipcustomers",
        "VIP Customers,vip_customers",
        "iPhone users,i_phone_users",
        "aB,a_b",
        "aBC,a_bc",
        "a1B,a1b",
        "Top 10%,top_10",
        "Q3Revenue,q3revenue",
        "30d buyers,30d_buyers",
        "2026,2026",
        "a,a",
        "it's,it_s",
        "a/b\\c.d,a_b_c_d",
        "50€ or more,50_or_more",
        "Käufer in Köln,käufer_in_köln",
        "ÄrzteÜber50,ärzte_über50",
        "STRASSE,strasse",
        "große Käufer,große_käufer",
        "ΣΊΣΥΦΟΣ,σίσυφος",
        "Новые Покупатели,новые_покупатели",
        "новыеПокупатели,новые_покупатели",
        "大口のお客様,大口のお客様",
        "大口 お客様,大口_お客様",
        "العملاء الجدد,العملاء_الجدد",
        "नए ग्राहक,नए_ग्राहक",
        "ลูกค้า ใหม่,ลูกค้า_ใหม่",
        "party 🎉 people,party_people",
        "I ❤️ it,i_it",
        "№1️⃣ fans,1_fans",
        "x²,x",
        "𝐁old,𝐁old",
        "𐐀𐐨𐐀,𐐨𐐨_𐐨",
        "ǅur,ǆur",
      })
  void name_givesAKey(String name, String key) {
    assertThat(ComputationKey.of(name)).contains(key);
    assertThat(ComputationKey.isKey(key)).isTrue();
  }

  @Test
  void combiningMarks_stayWithTheirLetters() {
    assertThat(ComputationKey.of("Cafe\u0301 Gäste")).contains("caf\u00e9_gäste");
    assertThat(ComputationKey.of("x\u0302Y"))
        .as("a small letter all the same")
        .contains("x\u0302_y");
    assertThat(ComputationKey.of("\u0301abc")).as("a mark without letter").contains("abc");
    assertThat(ComputationKey.of("\u0130stanbul")).contains("i\u0307stanbul");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "_",
        "---",
        "!?",
        "🎉",
        "\u0301",
        "\u0000",
        "\ud800",
        "\udc00",
        "²½",
        "\u200b\ufe0f"
      })
  void nameWithoutLettersAndDigits_givesNoKey(String name) {
    assertThat(ComputationKey.of(name)).isEmpty();
  }

  @Test
  void unpairedSurrogate_endsAWord() {
    assertThat(ComputationKey.of("a\ud800b")).contains("a_b");
    assertThat(ComputationKey.of("a\u0000b")).contains("a_b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "_", "Big", "big spenders", "big__spenders", "_big", "big_", "cafe\u0301"})
  void otherText_isNoKey(String text) {
    assertThat(ComputationKey.isKey(text)).isFalse();
  }

  @Test
  void length_isBounded() {
    assertThat(ComputationKey.isKey("a".repeat(ComputationKey.MAX_LENGTH))).isTrue();
    assertThat(ComputationKey.isKey("a".repeat(ComputationKey.MAX_LENGTH + 1))).isFalse();
  }

  @Test
  void everyCharacter_givesAValidKeyOrNone() {
    IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
        .mapToObj(c -> "a" + Character.toString(c) + "b" + Character.toString(c))
        .map(name -> ComputationKey.of(name).orElseThrow())
        .forEach(
            key -> {
              if (!ComputationKey.isKey(key)) {
                assertThat(ComputationKey.isKey(key)).as(key).isTrue();
              }
            });
  }
}
