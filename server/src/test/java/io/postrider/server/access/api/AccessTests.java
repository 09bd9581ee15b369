package io.postrider.server.access.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.http.admin.ApiDocument;
import io.postrider.server.http.admin.ApiTests;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Helpers for tests of tokens and sessions. */
public class AccessTests extends ApiTests {

  public static final String SOURCE = "{\"name\":\"n\",\"type\":\"web\"}";

  /** A new token of a role. */
  public String handOut(String role) throws Exception {
    Reply created =
        post("/api/tokens", "{\"name\":\"A %s\",\"role\":\"%s\"}".formatted(role, role));
    assertThat(created.status()).isEqualTo(201);
    return created.text("token");
  }

  /** A request with a token. */
  public Reply as(String token, String method, String path, @Nullable String body)
      throws Exception {
    return request(
        method,
        path,
        body == null ? null : ApiDocument.utf8(body),
        Map.of("Authorization", "Bearer " + token, "Content-Type", "application/json"));
  }

  /** A request with headers and without a token, as a browser sends it. */
  public Reply plain(String method, String path, @Nullable String body, String... headers)
      throws Exception {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("Content-Type", "application/json");
    for (int i = 0; i < headers.length; i += 2) {
      all.put(headers[i], headers[i + 1]);
    }
    return request(method, path, body == null ? null : ApiDocument.utf8(body), all);
  }

  public Reply signIn(String token, String... headers) throws Exception {
    return plain("POST", "/api/session", "{\"token\":\"%s\"}".formatted(token), headers);
  }

  /** The cookie of a new session, as a browser sends it back. */
  public String session(String token) throws Exception {
    Reply signedIn = signIn(token);
    assertThat(signedIn.status()).isEqualTo(200);
    return cookie(signedIn);
  }

  public static String cookie(Reply signedIn) {
    return signedIn.header("Set-Cookie").replaceFirst(";.*", "");
  }
}
