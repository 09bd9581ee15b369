package io.postrider.server.access.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.access.Token;
import io.postrider.server.access.TokenHash;
import io.postrider.server.access.TokenId;
import io.postrider.server.access.sql.TokenStore;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.http.admin.AccessRole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TokensTest extends AccessTests {

  private Token token(long id) {
    return new Token(
        new TokenId(id), "n", AccessRole.VIEWER, TokenHash.of("prt_" + id), now, null, null);
  }

  @Test
  void token_isShownOnlyAtCreation() throws Exception {
    Reply created = post("/api/tokens", "{\"name\":\"CI\",\"role\":\"editor\"}");
    assertThat(created.status()).isEqualTo(201);
    String token = created.text("token");
    assertThat(token).matches("prt_[0-9a-z]{26}");
    Reply listed = get("/api/tokens");
    assertThat(listed.body().toString()).doesNotContain(token, "hash");
    JsonNode entry = listed.body().at("/data/0");
    assertThat(entry.path("id").asText()).isEqualTo(created.text("id"));
    assertThat(entry.path("role").asText()).isEqualTo("editor");
    assertThat(entry.path("createdAt").asText()).isEqualTo("2026-03-01T12:00:00.123Z");
    assertThat(entry.has("lastUsedAt")).isFalse();
  }

  @Test
  void operatorsToken_isNotListed() throws Exception {
    assertThat(get("/api/tokens").body().toString()).isEqualTo("{\"data\":[],\"next\":null}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                          | name,role",
        "{\"name\":\" \",\"role\":\"owner\"}         | name,role",
        "{\"name\":\"n\",\"role\":\"ADMIN\"}         | role",
        "{\"name\":\"n\",\"role\":\"viewer\",\"expiresAt\":\"2026-03-01T12:00:00.123Z\"} |"
            + " expiresAt",
        "{\"name\":\"n\",\"role\":\"viewer\",\"expiresAt\":\"tomorrow\"} | expiresAt",
        "{\"name\":\"n\",\"role\":\"viewer\",\"token\":\"prt_mine\"} | token",
        "{\"name\":\"n\",\"role\":\"viewer\",\"rolle\":1} | rolle"
      })
  void invalidFields_areReported(String body, String fields) throws Exception {
    Reply refused = post("/api/tokens", body);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(String.join(",", refused.wrongFields())).isEqualTo(fields);
  }

  @Test
  void tokens_areBoundedAndPaged() throws Exception {
    TokenStore beside = new TokenStore(new CatalogAccess(database));
    for (int i = 0; i < 999; i++) {
      beside.create(token(i), 1_000);
    }
    handOut("viewer");
    assertThat(post("/api/tokens", "{\"name\":\"n\",\"role\":\"viewer\"}").status()).isEqualTo(409);
    List<String> met = new ArrayList<>();
    String query = "";
    while (true) {
      Reply page = get("/api/tokens?limit=200" + query);
      page.body().path("data").forEach(token -> met.add(token.path("id").asText()));
      if (page.body().path("next").isNull()) {
        break;
      }
      query = "&cursor=" + page.text("next");
    }
    assertThat(met).doesNotHaveDuplicates().hasSize(1_000);
  }

  @Test
  void revokedToken_isRefused() throws Exception {
    Reply created = post("/api/tokens", "{\"name\":\"CI\",\"role\":\"admin\"}");
    String token = created.text("token");
    assertThat(as(token, "GET", "/api/sources", null).status()).isEqualTo(200);
    assertThat(request("DELETE", created.header("Location"), null).status()).isEqualTo(204);
    assertThat(as(token, "GET", "/api/sources", null).status()).isEqualTo(401);
    assertThat(signIn(token).status()).isEqualTo(401);
    assertThat(request("DELETE", created.header("Location"), null).status()).isEqualTo(404);
    assertThat(request("DELETE", "/api/tokens/root", null).status()).isEqualTo(404);
  }

  @Test
  void adminToken_canRevokeItself() throws Exception {
    Reply created = post("/api/tokens", "{\"name\":\"CI\",\"role\":\"admin\"}");
    String token = created.text("token");
    assertThat(as(token, "DELETE", created.header("Location"), null).status()).isEqualTo(204);
    assertThat(as(token, "GET", "/api/tokens", null).status()).isEqualTo(401);
  }

  @Test
  void expiredToken_isRefused() throws Exception {
    String token =
        post(
                "/api/tokens",
                "{\"name\":\"n\",\"role\":\"viewer\",\"expiresAt\":\"2026-03-01T13:00:00+00:00\"}")
            .text("token");
    now = now.plus(Duration.ofHours(1)).minusMillis(124);
    assertThat(as(token, "GET", "/api/sources", null).status()).isEqualTo(200);
    now = now.plusMillis(1);
    assertThat(as(token, "GET", "/api/sources", null).status()).isEqualTo(401);
    assertThat(signIn(token).status()).isEqualTo(401);
    assertThat(get("/api/tokens").body().at("/data/0/expiresAt").asText())
        .isEqualTo("2026-03-01T13:00:00.000Z");
  }

  @Test
  void lastUse_isShown() throws Exception {
    String token = handOut("viewer");
    now = now.plusSeconds(77);
    as(token, "GET", "/api/sources", null);
    assertThat(get("/api/tokens").body().at("/data/0/lastUsedAt").asText())
        .isEqualTo("2026-03-01T12:01:17.123Z");
    now = now.plusSeconds(10);
    plain("GET", "/api/sources", null, "Cookie", session(token));
    assertThat(get("/api/tokens").body().at("/data/0/lastUsedAt").asText())
        .isEqualTo("2026-03-01T12:01:27.123Z");
  }

  @Test
  void tokenOfAnotherNode_isValidAfterTheCatalogIsRefreshed() throws Exception {
    TokenStore other = new TokenStore(new CatalogAccess(database));
    Token token = token(9);
    other.create(token, 10);
    assertThat(as("prt_9", "GET", "/api/sources", null).status()).isEqualTo(401);
    catalog.refresh();
    assertThat(as("prt_9", "GET", "/api/sources", null).status()).isEqualTo(200);
    other.revoke(token.id());
    catalog.refresh();
    assertThat(as("prt_9", "GET", "/api/sources", null).status()).isEqualTo(401);
  }

  @Test
  void tokens_workDuringADatabaseOutage() throws Exception {
    String token = handOut("viewer");
    access.goAway();
    assertThat(as(token, "GET", "/api/session", null).status()).isEqualTo(200);
    assertThat(as(token, "GET", "/api/sources", null).status()).isEqualTo(503);
    assertThat(as("prt_wrong", "GET", "/api/sources", null).status()).isEqualTo(401);
  }

  @Test
  void refusal_doesNotRevealTheReason() throws Exception {
    Reply created = post("/api/tokens", "{\"name\":\"n\",\"role\":\"viewer\"}");
    request("DELETE", created.header("Location"), null);
    String revoked = as(created.text("token"), "GET", "/api/sources", null).body().toString();
    assertThat(as("prt_never", "GET", "/api/sources", null).body()).hasToString(revoked);
  }
}
