package io.postrider.server.http.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.catalog.workspace.WorkspaceExport;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers of any size in bodies of the admin API; single quotes stand for double quotes. */
final class NumbersTest extends ApiTests {

  private static final String DESTINATION =
      "{'name':'CRM','settings':{'webhooks':[{'url':'https://example.com/'}]},"
          + "'filters':[{'action':'drop',"
          + "'when':{'field':'properties.n','op':'at_least','value':%s}}]}";
  private static final String AUDIENCE =
      "{'name':'Big','definition':{'trait':'n','op':'at_least','value':%s}}";

  private static String json(String text, String number) {
    return text.formatted(number).replace('\'', '"');
  }

  /** Bodies with one number in each kind of place. */
  private static Map<String, String> requests() {
    Map<String, String> bodies = new LinkedHashMap<>();
    bodies.put("/api/session", "{'token':%s}");
    bodies.put("/api/sources", "{'name':'n','type':'web','rateLimit':%s}");
    bodies.put("/api/destinations", DESTINATION);
    bodies.put("/api/destinations#", "{'name':'n','maxRate':%s}");
    bodies.put(
        "/api/destinations##",
        "{'name':'n','settings':{'webhooks':[{'url':'https://example.com/'}]},"
            + "'filters':[{'action':'sample','percent':%s}]}");
    bodies.put("/api/audiences", AUDIENCE);
    bodies.put(
        "/api/audiences#",
        "{'name':'n','definition':{'event':'e','count':{'op':'equals','value':%s}}}");
    bodies.put("/api/audiences/preview", "{'definition':{'trait':'n','op':'equals','value':%s}}");
    bodies.put("/api/computed-traits", "{'name':'n','definition':%s}");
    bodies.put("/api/tokens", "{'name':'n','role':'viewer','unknown':[%s]}");
    bodies.put(
        "/api/regulations",
        "{'regulationType':'SUPPRESS_ONLY','subjectType':'USER_ID','subjectIds':[%s]}");
    return bodies;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e1000000000",
        "1e2147483647",
        "10e2147483647",
        "1e2147483648",
        "1e-2147483648",
        "-0.1E-99999999999999999999",
        "0e99999999999",
        "TOO LONG"
      })
  void unboundedNumber_isRefusedEverywhere(String written) throws Exception {
    String number = written.replace("TOO LONG", "1" + "0".repeat(JsonNumber.MAX_LENGTH));
    for (Map.Entry<String, String> body : requests().entrySet()) {
      String path = body.getKey().replace("#", "");
      Reply refused =
          path.equals("/api/session")
              ? request(
                  "POST",
                  path,
                  ApiDocument.utf8(json(body.getValue(), number)),
                  Map.of("Content-Type", "application/json"))
              : post(path, json(body.getValue(), number));
      assertThat(refused.status()).as(path).isEqualTo(400);
      assertThat(refused.text("detail"))
          .startsWith("The body has a number of more than 1,000 characters or 9 exponent digits: ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999999999", "1e-999999999", "1e000000000000999999999", "LONG"})
  void largestNumber_isReadEverywhere(String written) throws Exception {
    String number = written.replace("LONG", "1" + "0".repeat(JsonNumber.MAX_LENGTH - 1));
    computations.computes = true;
    for (Map.Entry<String, String> body : requests().entrySet()) {
      String path = body.getKey().replace("#", "");
      assertThat(post(path, json(body.getValue(), number)).status()).as(path).isIn(200, 201, 422);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1e2, 100",
    "1.50, 1.5",
    "1E+2, 100",
    "-0.0, 0",
    "1234567890123456789, 1234567890123456789",
    "0.12345678901234567890123, 0.12345678901234567890123",
    "1e999999999, 1e999999999"
  })
  void number_readsBackAsJavaScriptPrintsItOrVerbatim(String written, String shown)
      throws Exception {
    Reply destination = post("/api/destinations", json(DESTINATION, written));
    assertThat(destination.status()).isEqualTo(201);
    assertThat(new String(destination.http().body(), UTF_8)).contains("\"value\":" + shown + "}");
    Reply audience = post("/api/audiences", json(AUDIENCE, written));
    assertThat(new String(audience.http().body(), UTF_8)).contains("\"value\":" + shown + "}");
    assertThat(new String(get("/api/audit").http().body(), UTF_8))
        .contains("\"op\":\"at_least\",\"value\":" + shown + "}");
    assertThat(WorkspaceExport.of(catalogStore.load(), now)).contains("value: " + shown + "\n");
  }

  @Test
  void durations_arePrintedWithoutExponent() {
    assertThat(Json.text(java.time.Duration.ofHours(3))).isEqualTo("10800000");
    assertThat(Json.text(0.1 + 0.2)).isEqualTo("0.30000000000000004");
    assertThat(Json.text(1e7)).isEqualTo("10000000");
  }
}
