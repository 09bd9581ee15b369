package io.postrider.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A path that a proxy closes by its usual name is not open under another one. */
final class PathSpellingTest {

  @TempDir private static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() {
    server = RunningServer.start(folder, Map.of());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//metrics",
        "///metrics",
        "/metrics//",
        "/./metrics",
        "/metrics/.",
        "/x/../metrics",
        "/../metrics",
        "/metrics/..",
        "/%6detrics",
        "/%6Detrics",
        "/metric%73",
        "/%2e/metrics",
        "/x/%2e%2e/metrics",
        "/x/%2E./metrics",
        "/metrics;a",
        "/metrics;a=b",
        "/;/metrics",
        "/x/..;/metrics",
        "/metrics%2e",
        "/\\metrics",
        "/x\\..\\metrics",
        "/metrics#x",
        "//api/sources",
        "/%61pi/sources",
        "/api//sources",
        "/api/./sources",
        "/api/x/../sources",
        "/api/sources/%2e%2e/sources",
        "/api/sources;a=b",
        "/api/%73ources",
        "//health/live",
        "/health/%6cive",
        "//openapi.json",
        "/openapi%2ejson",
        "//v1/track",
        "/%76%31/track",
        "/./v1/track",
        "/v1/./track",
        "/v1//track",
        "/v1/%74rack",
        "/v1/track;x",
        "/v1/../metrics",
        "/v1/../api/sources",
        "//",
        "/.",
        "/..",
        "//dashboard",
        "/destinations/..",
        "/api/%25%32%45/sources",
        "/api/x%25%32%45/sources",
        "/api/sources/%25%32%45%25%32",
        "/v1/%25%32%45/track",
      })
  void oddSpelling_isNotFound(String path) throws IOException {
    assertThat(answer("GET", path)).startsWith("HTTP/1.1 404 ");
    assertThat(answer("POST", path)).startsWith("HTTP/1.1 404 ");
  }

  /** These may be paths of the dashboard, which answers other methods than GET with 405. */
  @ParameterizedTest
  @ValueSource(strings = {"/%25%32%45/metrics", "/x/%25%32%45%25%32%45/metrics"})
  void dotSegment_doesNotLeadElsewhere(String path) throws IOException {
    assertThat(answer("GET", path)).startsWith("HTTP/1.1 404 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/destinations/x/deliveries?%",
        "/api/sources/x?%zz",
        "/api/profiles/x?a=%1",
        "/api/sources?%"
      })
  void malformedQuery_isABadRequest(String path) throws IOException {
    assertThat(answer("GET", path))
        .startsWith("HTTP/1.1 400 ")
        .contains("application/problem+json", "The URL is malformed");
  }

  @Test
  void usualSpelling_isFound() throws IOException {
    for (String path :
        new String[] {
          "/metrics",
          "/health/live",
          "/health/ready",
          "/openapi.json",
          "/api/sources",
          "/metrics?name=//..;%61",
          "/",
        }) {
      assertThat(answer("GET", path)).as(path).startsWith("HTTP/1.1 200 ");
    }
  }

  @Test
  void escapesThatAreNeeded_reachTheirResource() throws IOException {
    for (String id :
        new String[] {
          "a%20b", "a%2Fb", "%E4%B8%AD", "a%7Eb", "a~b", "a.b", "a..b", "%00", "%7F", "%252E"
        }) {
      assertThat(answer("GET", "/api/sources/" + id)).as(id).contains("No source has this ID.");
    }
  }

  @Test
  void malformedEscapes_areABadRequest() throws IOException {
    for (String path : new String[] {"/%zz", "/api/%", "/metrics%f", "/%ff", "/api/%c0%ae"}) {
      assertThat(answer("GET", path)).as(path).startsWith("HTTP/1.1 400 ");
    }
  }

  /** Every control byte, wherever it is in the request line. */
  @Test
  void controlBytes_areABadRequest() throws IOException {
    for (int each = 0; each <= 0x7f; each = each == 0x1f ? 0x7f : each + 1) {
      String control = Character.toString(each);
      for (String path :
          new String[] {
            "/metrics" + control,
            "/" + control + "metrics",
            "/met" + control + "rics",
            "/api/profiles/a" + control + "b",
            "/v1/track" + control,
            "/v1/" + control + "/track",
            "/metrics?a=" + control + "b",
          }) {
        String as = "byte %02x in %s".formatted(each, path);
        assertThat(answer("GET", path)).as(as).matches("(?s)HTTP/1\\.[01] 400 .*");
      }
      assertThat(answer("GE" + control + "T", "/metrics"))
          .as("byte %02x in the method", each)
          .matches("(?s)HTTP/1\\.[01] 400 .*");
    }
  }

  private static String answer(String method, String path) throws IOException {
    try (RawConnection connection = RawConnection.open(server.port())) {
      return connection
          .send(
              method
                  + " "
                  + path
                  + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer "
                  + RunningServer.ADMIN_TOKEN
                  + "\r\n\r\n")
          .toEnd();
    }
  }
}
