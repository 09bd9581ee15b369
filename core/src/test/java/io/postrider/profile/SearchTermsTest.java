package io.postrider.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.profile.SearchTerms.Term;
import java.util.List;
import org.junit.jupiter.api.Test;

class SearchTermsTest {

  private static final String TRAITS =
      "{\"age\":\"%s\",\"email\":\"tAda@Example.COM\",\"vip\":\"b1\",\"address.city\":\"tKöln\","
              .formatted(StoredValue.number(36))
          + "\"@born\":\"nx\",\"tags\":[\"tA\",\"z\",\"tb\"],\"empty\":\"o\"}";

  @Test
  void terms_areValuesInLowerCase() {
    assertThat(SearchTerms.of(TRAITS))
        .containsExactly(
            new Term("age", "36"),
            new Term("email", "ada@example.com"),
            new Term("vip", "true"),
            new Term("address.city", "köln"),
            new Term("tags", "a"),
            new Term("tags", "b"));
    assertThat(SearchTerms.of("{}")).isEmpty();
  }

  @Test
  void match_isExactOrByPrefix_andIgnoresCase() {
    assertThat(SearchTerms.match(TRAITS, List.of("email"), "ADA@example.com", false)).isTrue();
    assertThat(SearchTerms.match(TRAITS, List.of("email"), "ada@", false)).isFalse();
    assertThat(SearchTerms.match(TRAITS, List.of("email"), "ada@", true)).isTrue();
    assertThat(SearchTerms.match(TRAITS, List.of("address", "city"), "KÖLN", false)).isTrue();
    assertThat(SearchTerms.match(TRAITS, List.of("address.city"), "köln", false)).isFalse();
    assertThat(SearchTerms.match(TRAITS, List.of("tags"), "B", false)).isTrue();
  }

  @Test
  void termOfAWantedValue_equalsThatOfTheTrait() {
    assertThat(Term.of(List.of("address", "city"), "KÖLN"))
        .isEqualTo(new Term("address.city", "köln"));
    assertThat(SearchTerms.of("{\"a\":\"%s\"}".formatted(StoredValue.text("A\0B"))))
        .containsExactly(Term.of(List.of("a"), "a\0b"));
  }

  @Test
  void longTerms_areCut_betweenCharacters() {
    String longest = "x".repeat(SearchTerms.MAX_LENGTH);
    assertThat(new Term("a", longest).value()).isEqualTo(longest);
    assertThat(new Term("a", longest + "y").value()).isEqualTo(longest);
    assertThat(new Term("a", longest.substring(1) + "🚀").value()).isEqualTo(longest.substring(1));
    String stored = "{\"a\":\"t" + longest + "y\"}";
    assertThat(SearchTerms.match(stored, List.of("a"), longest + "z", false)).isFalse();
    assertThat(SearchTerms.match(stored, List.of("a"), longest + "y", false)).isTrue();
  }

  @Test
  void termsBeyondTheBound_areLeftOut() {
    StringBuilder json = new StringBuilder("{");
    for (int i = 0; i <= SearchTerms.MAX_TERMS; i++) {
      json.append(i == 0 ? "" : ",").append("\"k%03d\":\"tv\"".formatted(i));
    }
    assertThat(SearchTerms.of(json.append('}').toString()))
        .hasSize(SearchTerms.MAX_TERMS)
        .contains(new Term("k099", "v"))
        .doesNotContain(new Term("k100", "v"));
  }
}
