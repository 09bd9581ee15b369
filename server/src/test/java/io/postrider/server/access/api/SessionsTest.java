package io.postrider.server.access.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.access.SignInGuard;
import io.postrider.server.access.sql.EndedSessionStore;
import io.postrider.server.catalog.RecordingLog;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SessionsTest extends AccessTests {

  private Reply withCookie(String cookie) throws Exception {
    return plain("GET", "/api/sources", null, "Cookie", cookie);
  }

  @Test
  void signIn_setsAStrictHttpOnlyCookie() throws Exception {
    Reply signedIn = signIn(TOKEN);
    assertThat(signedIn.status()).isEqualTo(200);
    assertThat(signedIn.body().toString())
        .isEqualTo(
            "{\"name\":\"Admin token\",\"role\":\"admin\","
                + "\"expiresAt\":\"2026-03-02T00:00:00.123Z\"}");
    assertThat(signedIn.header("Set-Cookie"))
        .matches(
            "postrider_session=root\\.\\d+\\.[\\w-]{16}\\.[\\w-]{43};"
                + " HttpOnly; SameSite=Strict; Path=/; Max-Age=43200")
        .doesNotContain(TOKEN);
    assertThat(withCookie(cookie(signedIn)).status()).isEqualTo(200);
  }

  @Test
  void session_showsItsCaller() throws Exception {
    String editor = handOut("editor");
    Reply byCookie = plain("GET", "/api/session", null, "Cookie", session(editor));
    assertThat(byCookie.body().toString())
        .isEqualTo(
            "{\"name\":\"A editor\",\"role\":\"editor\","
                + "\"expiresAt\":\"2026-03-02T00:00:00.123Z\"}");
    assertThat(as(editor, "GET", "/api/session", null).body().toString())
        .isEqualTo("{\"name\":\"A editor\",\"role\":\"editor\"}");
    assertThat(plain("GET", "/api/session", null).status()).isEqualTo(401);
    assertThat(plain("HEAD", "/api/session", null).status()).isEqualTo(401);
  }

  @Test
  void role_isThatOfTheToken() throws Exception {
    String cookie = session(handOut("viewer"));
    Reply refused = plain("POST", "/api/sources", SOURCE, "Cookie", cookie, "X-Postrider", "1");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(plain("GET", "/api/tokens", null, "Cookie", cookie).status()).isEqualTo(403);
  }

  @Test
  void session_endsAfterTwelveHours() throws Exception {
    String cookie = session(TOKEN);
    now = now.plus(Duration.ofHours(12)).minusMillis(1);
    assertThat(withCookie(cookie).status()).isEqualTo(200);
    now = now.plusMillis(1);
    assertThat(withCookie(cookie).status()).isEqualTo(401);
  }

  @Test
  void session_endsWithItsToken() throws Exception {
    Reply token =
        post(
            "/api/tokens",
            "{\"name\":\"n\",\"role\":\"viewer\",\"expiresAt\":\"2026-03-01T12:10:00Z\"}");
    Reply signedIn = signIn(token.text("token"));
    assertThat(signedIn.text("expiresAt")).isEqualTo("2026-03-01T12:10:00.000Z");
    assertThat(signedIn.header("Set-Cookie")).contains("Max-Age=599");
    assertThat(withCookie(cookie(signedIn)).status()).isEqualTo(200);
    request("DELETE", token.header("Location"), null);
    assertThat(withCookie(cookie(signedIn)).status()).isEqualTo(401);
  }

  @Test
  void tamperedCookie_isRefused() throws Exception {
    String cookie = session(handOut("viewer"));
    assertThat(withCookie(cookie).status()).isEqualTo(200);
    for (int i = "postrider_session=".length(); i < cookie.length(); i++) {
      char other = cookie.charAt(i) == 'a' ? 'b' : cookie.charAt(i) == '1' ? '2' : 'a';
      String tampered = cookie.substring(0, i) + other + cookie.substring(i + 1);
      assertThat(withCookie(tampered).status()).as(tampered).isEqualTo(401);
    }
  }

  @Test
  void cookie_isBoundToItsToken() throws Exception {
    String viewers = session(handOut("viewer"));
    String admins = session(TOKEN);
    String mixed = "postrider_session=root" + viewers.substring(viewers.indexOf('.'));
    assertThat(withCookie(mixed).status()).isEqualTo(401);
    String longer = admins.replaceFirst("\\.\\d+\\.", ".9999999999999.");
    assertThat(withCookie(longer).status()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postrider_session=",
        "postrider_session=root",
        "postrider_session=root.9999999999.",
        "postrider_session=root.9999999999999999.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "postrider_session=..",
        "x=y; ;=;",
        "xpostrider_session=root"
      })
  void malformedCookie_isRefused(String cookie) throws Exception {
    assertThat(withCookie(cookie).status()).isEqualTo(401);
  }

  @Test
  void cookie_isFoundAmongOthers() throws Exception {
    assertThat(withCookie("a=b; " + session(TOKEN) + ";c=d").status()).isEqualTo(200);
  }

  @Test
  void invalidToken_isRefusedDespiteAValidCookie() throws Exception {
    Reply refused =
        plain(
            "GET", "/api/sources", null, "Cookie", session(TOKEN), "Authorization", "Bearer wrong");
    assertThat(refused.status()).isEqualTo(401);
  }

  @Test
  void signOut_removesTheCookie() throws Exception {
    String cookie = session(TOKEN);
    Reply out = plain("DELETE", "/api/session", null, "Cookie", cookie, "X-Postrider", "1");
    assertThat(out.status()).isEqualTo(204);
    assertThat(out.header("Set-Cookie"))
        .isEqualTo("postrider_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0");
    assertThat(plain("DELETE", "/api/session", null).status()).isEqualTo(204);
    assertThat(plain("DELETE", "/api/session", null, "Cookie", cookie).status()).isEqualTo(403);
  }

  @Test
  void signOut_endsTheSessionOnTheServer() throws Exception {
    String cookie = session(TOKEN);
    String other = session(TOKEN);
    assertThat(withCookie(cookie).status()).isEqualTo(200);
    plain("DELETE", "/api/session", null, "Cookie", cookie, "X-Postrider", "1");
    assertThat(withCookie(cookie).status()).isEqualTo(401);
    assertThat(plain("GET", "/api/session", null, "Cookie", cookie).status()).isEqualTo(401);
    assertThat(withCookie(other).status()).as("another session").isEqualTo(200);
    assertThat(withCookie(session(TOKEN)).status()).as("a new session").isEqualTo(200);
    Reply again = plain("DELETE", "/api/session", null, "Cookie", cookie, "X-Postrider", "1");
    assertThat(again.status()).isEqualTo(204);
  }

  @Test
  void signOutWithoutADatabase_isRefusedAndCanBeRepeated() throws Exception {
    String cookie = session(TOKEN);
    access.goAway();
    Reply failed = plain("DELETE", "/api/session", null, "Cookie", cookie, "X-Postrider", "1");
    assertThat(failed.status()).isEqualTo(503);
    access.comeBack();
    assertThat(withCookie(cookie).status()).isEqualTo(200);
    plain("DELETE", "/api/session", null, "Cookie", cookie, "X-Postrider", "1");
    assertThat(withCookie(cookie).status()).isEqualTo(401);
  }

  @Test
  void endedSessions_areBoundedAndForgottenWhenTheyExpire() throws Exception {
    EndedSessionStore ended = new EndedSessionStore(access);
    Instant end = now.plus(Duration.ofHours(1));
    for (int i = 0; i < EndedSessionStore.MAX_SESSIONS; i++) {
      assertThat(ended.end("s" + i, end, now)).isTrue();
    }
    assertThat(ended.end("s0", end, now)).as("again").isTrue();
    String cookie = session(TOKEN);
    Reply full = plain("DELETE", "/api/session", null, "Cookie", cookie, "X-Postrider", "1");
    assertThat(full.status()).isEqualTo(503);
    assertThat(full.text("detail")).contains("Revoke the token");
    now = end;
    plain("DELETE", "/api/session", null, "Cookie", cookie, "X-Postrider", "1");
    assertThat(withCookie(cookie).status()).isEqualTo(401);
    assertThat(access.read(EndedSessionStore::all)).hasSize(1);
  }

  @Test
  void changeWithASession_requiresTheHeader() throws Exception {
    String cookie = session(TOKEN);
    String path = create("mine").header("Location");
    for (String method : new String[] {"PATCH", "DELETE"}) {
      for (String value : new String[] {"", "0", "true"}) {
        Reply refused = plain(method, path, "{}", "Cookie", cookie, "X-Postrider", value);
        assertThat(refused.status()).as(method + value).isEqualTo(403);
      }
      assertThat(plain(method, path, "{}", "Cookie", cookie).status()).isEqualTo(403);
    }
    assertThat(plain("POST", "/api/sources", SOURCE, "Cookie", cookie).status()).isEqualTo(403);
    assertThat(plain("PUT", path + "/schema/e", "{}", "Cookie", cookie).status()).isEqualTo(403);
    assertThat(plain("POST", "/api/sources", SOURCE, "Cookie", cookie, "X-Postrider", "1").status())
        .isEqualTo(201);
    assertThat(
            plain("PATCH", path, "{\"name\":\"x\"}", "Cookie", cookie, "X-Postrider", "1")
                .text("name"))
        .isEqualTo("x");
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:PORT, 201",
    "HTTP://127.0.0.1:PORT, 201",
    "https://127.0.0.1:PORT, 201",
    "http://127.0.0.1, 403",
    "http://localhost:PORT, 403",
    "https://evil.example, 403",
    "http://127.0.0.1:PORT.evil.example, 403",
    "null, 403"
  })
  void changeFromAnotherOrigin_isRefused(String origin, int status) throws Exception {
    Reply reply =
        plain(
            "POST",
            "/api/sources",
            SOURCE,
            "Cookie",
            session(TOKEN),
            "X-Postrider",
            "1",
            "Origin",
            origin.replace("PORT", "" + port()));
    assertThat(reply.status()).isEqualTo(status);
  }

  @Test
  void tokenRequest_needsNeitherHeaderNorOrigin() throws Exception {
    Reply created =
        plain(
            "POST",
            "/api/sources",
            SOURCE,
            "Authorization",
            "Bearer " + TOKEN,
            "Origin",
            "https://evil.example",
            "Cookie",
            session(TOKEN));
    assertThat(created.status()).isEqualTo(201);
  }

  @Test
  void signInFromAnotherOrigin_isRefused() throws Exception {
    assertThat(signIn(TOKEN, "Origin", "https://evil.example").status()).isEqualTo(403);
    assertThat(signIn(TOKEN, "Content-Type", "text/plain").status()).isEqualTo(415);
    assertThat(plain("OPTIONS", "/api/session", null, "Origin", "https://evil.example").http())
        .satisfies(
            answer ->
                assertThat(answer.headers().map().keySet())
                    .noneMatch(name -> name.toLowerCase(java.util.Locale.ROOT).contains("allow-")));
  }

  @Test
  void readWithASession_needsNoHeader() throws Exception {
    Reply read =
        plain(
            "GET",
            "/api/sources",
            null,
            "Cookie",
            session(TOKEN),
            "Origin",
            "https://evil.example");
    assertThat(read.status()).isEqualTo(200);
    assertThat(read.header("Access-Control-Allow-Origin")).isEmpty();
  }

  @Test
  void untrustedProxy_isIgnored() throws Exception {
    Reply signedIn = signIn(TOKEN, "X-Forwarded-Proto", "https");
    assertThat(signedIn.header("Set-Cookie")).doesNotContain("Secure");
    assertThat(
            signIn(TOKEN, "X-Forwarded-Host", "evil.example", "Origin", "https://evil.example")
                .status())
        .isEqualTo(403);
  }

  @Test
  void failedSignIns_areLimited() throws Exception {
    for (int i = 0; i < 20; i++) {
      assertThat(signIn(TOKEN).status()).isEqualTo(200);
    }
    for (int i = 0; i < 10; i++) {
      assertThat(signIn("prt_wrong" + i).status()).isEqualTo(401);
    }
    now = now.plusMillis(500);
    Reply limited = signIn(TOKEN);
    assertThat(limited.status()).isEqualTo(429);
    assertThat(limited.header("Retry-After")).isEqualTo("30");
    assertThat(limited.text("type")).isEqualTo("urn:postrider:problem:too-many-requests");
    assertThat(get("/api/sources").status()).isEqualTo(200);
    now = now.plusMillis(29_500);
    assertThat(signIn("prt_wrong").status()).isEqualTo(401);
    assertThat(signIn(TOKEN).status()).isEqualTo(429);
    now = now.plusSeconds(30);
    assertThat(signIn(TOKEN).status()).isEqualTo(200);
    assertThat(signIn(TOKEN).status()).isEqualTo(200);
  }

  @Test
  void invalidBearerTokens_areLimitedWithSignIns() throws Exception {
    String known = handOut("viewer");
    String fresh = handOut("viewer");
    assertThat(as(known, "GET", "/api/sources", null).status()).isEqualTo(200);
    for (int i = 0; i < 5; i++) {
      assertThat(as("prt_wrong" + i, "GET", "/api/sources", null).status()).isEqualTo(401);
      assertThat(signIn("prt_wrong" + i).status()).isEqualTo(401);
    }
    Reply limited = as("prt_wrong", "GET", "/api/sources", null);
    assertThat(limited.status()).isEqualTo(429);
    assertThat(limited.header("Retry-After")).isEqualTo("30");
    assertThat(signIn(TOKEN).status()).isEqualTo(429);
    assertThat(as(fresh, "GET", "/api/sources", null).status()).as("new here").isEqualTo(429);
    assertThat(as(known, "GET", "/api/sources", null).status()).as("known here").isEqualTo(200);
    assertThat(plain("GET", "/api/sources", null).status()).as("without any").isEqualTo(401);
    now = now.plusSeconds(30);
    assertThat(as(fresh, "GET", "/api/sources", null).status()).isEqualTo(200);
  }

  @Test
  void oldCookies_areNotLimited() throws Exception {
    String cookie = session(TOKEN);
    now = now.plus(Duration.ofHours(12));
    for (int i = 0; i < 20; i++) {
      assertThat(withCookie(cookie).status()).isEqualTo(401);
    }
    assertThat(signIn(TOKEN).status()).isEqualTo(200);
    assertThat(failures("session")).isEqualTo(20);
  }

  private double failures(String method) {
    return metrics.get("postrider.auth.failures").tag("method", method).counter().count();
  }

  @Test
  void failures_areCountedAndLoggedNowAndThen() throws Exception {
    try (RecordingLog log = RecordingLog.open()) {
      signIn("prt_secret1");
      as("prt_secret2", "GET", "/api/sources", null);
      plain("GET", "/api/sources", null, "Authorization", "Basic prt_secret3");
      for (int i = 0; i < 20; i++) {
        as("prt_secret4", "GET", "/api/sources", null);
      }
      assertThat(failures("sign_in")).isEqualTo(1);
      assertThat(failures("token")).isEqualTo(22);
      assertThat(log.linesOf(SignInGuard.class)).containsExactly("An authentication failed.");
      now = now.plusSeconds(10);
      as("prt_secret5", "GET", "/api/sources", null);
      assertThat(log.linesOf(SignInGuard.class)).hasSize(2);
      now = now.minus(Duration.ofDays(1));
      as("prt_secret6", "GET", "/api/sources", null);
      assertThat(log.linesOf(SignInGuard.class)).hasSize(3);
      assertThat(log.lines()).noneMatch(line -> line.contains("secret"));
    }
  }

  @Test
  void invalidBodies_areReported() throws Exception {
    assertThat(plain("POST", "/api/session", "{}").wrongFields()).containsExactly("token");
    assertThat(plain("POST", "/api/session", "{\"token\":5,\"x\":1}").wrongFields())
        .containsExactly("token", "x");
    assertThat(signIn("x".repeat(501)).wrongFields()).containsExactly("token");
    assertThat(signIn("x".repeat(500)).status()).isEqualTo(401);
  }

  @Test
  void secrets_areNeitherLoggedNorRepeated() throws Exception {
    try (RecordingLog log = RecordingLog.open()) {
      String token = handOut("viewer");
      String cookie = session(token);
      String value = cookie.substring(cookie.lastIndexOf('.') + 1);
      withCookie(cookie + "x");
      signIn("wrong-" + token);
      as("wrong-" + token, "GET", "/api/sources", null);
      access.breakDown("bug");
      Reply failed = withCookie(cookie);
      assertThat(failed.status()).isEqualTo(500);
      assertThat(log.lines()).anyMatch(line -> line.contains("A request failed"));
      assertThat(log.lines()).noneMatch(line -> line.contains(token) || line.contains(value));
      Map<String, String> headers = Map.of("Cookie", cookie, "X-Postrider", "1");
      assertThat(request("DELETE", "/api/session", null, headers).http().headers().toString())
          .doesNotContain(value);
    }
  }
}
