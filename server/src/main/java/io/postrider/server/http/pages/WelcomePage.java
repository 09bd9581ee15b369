package io.postrider.server.http.pages;

import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/** The page at {@code /} of a program that was built without the dashboard. */
public final class WelcomePage {

  private static final String RESOURCE = "welcome.html";
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Type", "text/html; charset=utf-8",
          "Content-Security-Policy",
              "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");

  private final ApiResponse answer = new ApiResponse(200, HEADERS, read());

  public ApiResponse answer(ApiRequest call) {
    return answer;
  }

  private static byte[] read() {
    try (InputStream page = WelcomePage.class.getResourceAsStream(RESOURCE)) {
      if (page == null) {
        throw new IllegalStateException("The program was built without " + RESOURCE);
      }
      return page.readAllBytes();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
