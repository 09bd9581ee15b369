package io.postrider.server.http.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Operations that take no body ignore one, whatever it is: each answers as without it. */
final class BodilessOperationsTest extends ApiTests {

  private static final String HOOK =
      "{\"name\":\"d\",\"settings\":{\"webhooks\":[{\"url\":\"https://x.example/\"}]}}";
  private static final String AUDIENCE =
      "{\"name\":\"NAME\",\"definition\":{\"trait\":\"n\",\"op\":\"exists\"}}";
  private static final String TRAIT =
      "{\"name\":\"NAME\",\"definition\":{\"kind\":\"event_count\",\"event\":\"e\"}}";
  private static final List<byte[]> BODIES =
      List.of(
          "{".getBytes(UTF_8),
          "not JSON".getBytes(UTF_8),
          "{\"unknown\":1}".getBytes(UTF_8),
          "[]".getBytes(UTF_8),
          new byte[] {0, (byte) 0xff, (byte) 0xc0, 10},
          new byte[ResourceRouter.Limits.DEFAULT.bodyBytes()]);

  private int names;

  @Test
  void body_isIgnored() throws Exception {
    Set<String> operations = bodiless();
    assertThat(operations).contains("POST /api/audiences/{id}/sync", "POST /api/profile-rebuild");
    for (String operation : operations) {
      int without = send(operation, new byte[0]);
      assertThat(without).as(operation).isNotEqualTo(500);
      for (byte[] body : BODIES) {
        assertThat(send(operation, body))
            .as("%s with %d bytes", operation, body.length)
            .isEqualTo(without);
      }
    }
  }

  @Test
  void largeBody_isRefused() throws Exception {
    byte[] large = new byte[ResourceRouter.Limits.DEFAULT.bodyBytes() + 1];
    for (String operation : bodiless()) {
      assertThat(send(operation, large)).as(operation).isEqualTo(413);
    }
  }

  /** The operations that change something and describe no body. */
  private static Set<String> bodiless() {
    ApiDocument document = ApiDocument.read();
    Set<String> operations = new TreeSet<>();
    for (String operation : document.operations()) {
      String[] words = operation.split(" ", -1);
      JsonNode described =
          document.root().path("paths").path(words[1]).path(words[0].toLowerCase(Locale.ROOT));
      if (!words[0].equals("GET")
          && words[1].startsWith("/api/")
          && !described.has("requestBody")) {
        operations.add(operation);
      }
    }
    return operations;
  }

  private int send(String operation, byte[] body) throws Exception {
    String[] words = operation.split(" ", -1);
    String path = path(words[1]);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
            .header("Authorization", "Bearer " + TOKEN)
            .method(words[0], HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
  }

  /** The path of something new, so that an earlier call changes nothing for this one. */
  private String path(String template) throws Exception {
    String name = "n" + names++;
    String collection = "/api/" + template.split("/", -1)[2];
    String id =
        switch (collection) {
          case "/api/sources" -> create(name).text("id");
          case "/api/destinations" -> post(collection, HOOK).text("id");
          case "/api/audiences" -> post(collection, AUDIENCE.replace("NAME", name)).text("id");
          case "/api/computed-traits" -> post(collection, TRAIT.replace("NAME", name)).text("id");
          case "/api/tokens" ->
              post(collection, "{\"name\":\"" + name + "\",\"role\":\"viewer\"}").text("id");
          default -> "";
        };
    return template.replace("{id}", id).replaceAll("\\{[a-zA-Z]+}", "none");
  }
}
