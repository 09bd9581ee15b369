package io.postrider.server.http.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ListCursorsTest extends ApiTests {

  private String ofSources() throws Exception {
    create("one");
    create("two");
    return get("/api/sources?limit=1").text("next");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "destinations",
        "tokens",
        "audit",
        "notifications",
        "audiences",
        "computed-traits",
        "usage",
        "regulations",
        "rejected",
        "suppressions"
      })
  void list_refusesACursorOfAnother(String list) throws Exception {
    String cursor = ofSources();
    assertThat(get("/api/sources?cursor=" + cursor).body().get("data")).hasSize(1);
    Reply refused = get("/api/" + list + "?cursor=" + cursor);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields()).containsExactly("cursor");
    assertThat(refused.body().toString())
        .contains("must be the next value of an earlier page of this list");
  }

  @Test
  void cursor_tellsListsAndOwnersApart() {
    assertThat(RawCursors.of("members", "a").text("1"))
        .isEqualTo(RawCursors.of("members", "a").text("1"))
        .isNotEqualTo(RawCursors.of("members", "b").text("1"))
        .isNotEqualTo(RawCursors.of("schema", "a").text("1"))
        .isNotEqualTo(RawCursors.of("members").text("1"));
    assertThat(RawCursors.of("members").text(null)).isNull();
  }

  /** Pages of one list may be asked of several nodes. */
  @Test
  void cursor_isTheSameOnEveryNode() {
    assertThat(RawCursors.of("sources").text("p1")).isEqualTo("1md9xbm.p1");
  }
}
