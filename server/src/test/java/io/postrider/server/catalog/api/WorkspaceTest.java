package io.postrider.server.catalog.api;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.route.Workspace;
import io.postrider.server.access.api.AccessTests;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WorkspaceTest extends AccessTests {

  private Reply patch(String body) throws Exception {
    return request("PATCH", "/api/workspace", body);
  }

  @Test
  void newWorkspace_hasDefaults() throws Exception {
    assertThat(get("/api/workspace").body().toString())
        .isEqualTo(
            "{\"name\":\"My workspace\",\"filteredServerCallsCount\":false,\"redactedFields\":[],"
                + "\"notifications\":{\"failingAfter\":\"1h\"}}");
    assertThat(catalog.current().workspace()).isEqualTo(Workspace.DEFAULT);
  }

  @Test
  void change_isAppliedBeforeTheResponse() throws Exception {
    Reply changed =
        patch(
            """
            {"name":"Acme","filteredServerCallsCount":true,
             "redactedFields":["traits.email","*.phone"],
             "notifications":{"url":"https://ops.example/hook","sharedSecret":"quiet",
               "failingAfter":"90m"}}
            """);
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.body().toString())
        .isEqualTo(
            "{\"name\":\"Acme\",\"filteredServerCallsCount\":true,"
                + "\"redactedFields\":[\"traits.email\",\"*.phone\"],"
                + "\"notifications\":{\"url\":\"https://ops.example/hook\","
                + "\"sharedSecret\":{\"set\":true},\"failingAfter\":\"90m\"}}");
    Workspace now = catalog.current().workspace();
    assertThat(now.name()).isEqualTo("Acme");
    assertThat(now.filteredServerCallsCount()).isTrue();
    assertThat(now.redactedFields()).containsExactly("traits.email", "*.phone");
    assertThat(now.notifications().failingAfter()).isEqualTo(Duration.ofMinutes(90));
    assertThat(requireNonNull(now.notifications().secret()).value()).isEqualTo("quiet");
  }

  @Test
  void omittedFields_doNotChange() throws Exception {
    patch("{\"notifications\":{\"url\":\"https://ops.example/\",\"sharedSecret\":\"quiet\"}}");
    patch("{\"name\":\"Acme\"}");
    patch("{\"notifications\":{\"failingAfter\":\"PT2H\"}}");
    assertThat(get("/api/workspace").body().path("notifications").toString())
        .isEqualTo(
            "{\"url\":\"https://ops.example/\",\"sharedSecret\":{\"set\":true},"
                + "\"failingAfter\":\"2h\"}");
    patch("{\"notifications\":{\"url\":null,\"sharedSecret\":null}}");
    assertThat(get("/api/workspace").body().path("notifications").toString())
        .isEqualTo("{\"failingAfter\":\"2h\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"name\":\"\"} | name",
        "{\"nam\":\"x\"} | nam",
        "{\"filteredServerCallsCount\":1} | filteredServerCallsCount",
        "{\"redactedFields\":\"x\"} | redactedFields",
        "{\"redactedFields\":[\"\",\".a\",\"a.\",\"a..b\",\"*\",\"a.*\",\"a.*.b\",5]}"
            + " | redactedFields[0],redactedFields[1],redactedFields[2],redactedFields[3],"
            + "redactedFields[4],redactedFields[5],redactedFields[6],redactedFields[7]",
        "{\"redactedFields\":[\"a.b\",\"a.b\"]} | redactedFields[1]",
        "{\"notifications\":null} | notifications",
        "{\"notifications\":{\"url\":\"ftp://x\"}} | notifications.url",
        "{\"notifications\":{\"sharedSecret\":5}} | notifications.sharedSecret",
        "{\"notifications\":{\"sharedSecret\":\"\"}} | notifications.sharedSecret",
        "{\"notifications\":{\"failingAfter\":\"59s\"}} | notifications.failingAfter",
        "{\"notifications\":{\"failingAfter\":\"169h\"}} | notifications.failingAfter",
        "{\"notifications\":{\"failingAfter\":\"soon\"}} | notifications.failingAfter",
        "{\"notifications\":{\"failing\":\"1h\"}} | notifications.failing"
      })
  void invalidFields_areReported(String body, String fields) throws Exception {
    Reply refused = patch(body);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(String.join(",", refused.wrongFields())).isEqualTo(fields);
    assertThat(catalog.current().workspace()).isEqualTo(Workspace.DEFAULT);
  }

  @Test
  void bounds_areAsDocumented() throws Exception {
    String hundred =
        IntStream.range(0, 100)
            .mapToObj("\"traits.f%d\""::formatted)
            .collect(Collectors.joining(","));
    assertThat(patch("{\"redactedFields\":[%s]}".formatted(hundred)).status()).isEqualTo(200);
    assertThat(patch("{\"redactedFields\":[%s,\"x\"]}".formatted(hundred)).status()).isEqualTo(422);
    String longest = "x".repeat(200);
    assertThat(patch("{\"redactedFields\":[\"%s\"]}".formatted(longest)).status()).isEqualTo(200);
    assertThat(patch("{\"redactedFields\":[\"%sx\"]}".formatted(longest)).status()).isEqualTo(422);
    assertThat(patch("{\"notifications\":{\"failingAfter\":\"1m\"}}").status()).isEqualTo(200);
    assertThat(patch("{\"notifications\":{\"failingAfter\":\"7d\"}}").status()).isEqualTo(200);
  }
}
