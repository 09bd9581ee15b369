package io.postrider.server.http.pages;

import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import java.util.Map;

/** The page at {@code /} of a program that was built without the dashboard. */
public final class WelcomePage {

  private static final String FILE = "io/postrider/server/http/pages/welcome.html";
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Type", "text/html; charset=utf-8",
          "Content-Security-Policy",
              "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");

  private final ApiResponse answer =
      new ApiResponse(
          200,
          HEADERS,
          StaticFile.read(WelcomePage.class.getClassLoader(), FILE)
              .orElseThrow()
              .variant(null)
              .bytes());

  public ApiResponse answer(ApiRequest call) {
    return answer;
  }
}
