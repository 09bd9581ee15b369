package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.RunningServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The stored client address. Every source here is behind a trusted proxy. */
final class TrackingApiAddressTest extends TrackingTests {

  private final List<String> expected = new ArrayList<>();

  @Override
  Map<String, String> settings() {
    return Map.of("http.trusted-proxies", "127.0.0.1, 10.0.0.0/8");
  }

  @Test
  void webAndMobileSources_getTheSendersAddress_serversDoNot() {
    for (String type : List.of("web", "mobile")) {
      String key = source(type);
      send(key, track(""), "127.0.0.1");
      send(key, track("\"context\":{}"), "127.0.0.1");
      send(key, track("\"context\":null"), "127.0.0.1");
      send(key, track("\"context\":{\"ip\":\"192.0.2.9\"}"), "192.0.2.9");
      send(key, track("\"context\":{\"ip\":\"\"}"), "");
      send(key, track("\"context\":{\"direct\":false}"), "127.0.0.1");
    }
    String key = source("server");
    send(key, track(""), "");
    send(key, track("\"context\":{}"), "");
    send(key, track("\"context\":{\"direct\":true}"), "127.0.0.1");
    send(key, track("\"context\":{\"direct\":\"true\"}"), "");
    send(key, track("\"context\":{\"direct\":true,\"ip\":\"192.0.2.9\"}"), "192.0.2.9");
    assertKept();
  }

  @Test
  void contextOfTheBatch_counts() {
    String key = source("server");
    post(
            "/v1/batch",
            "{\"context\":{\"direct\":true},\"batch\":["
                + track("")
                + ","
                + track("\"context\":{\"direct\":false}")
                + ","
                + track("\"context\":{\"ip\":\"192.0.2.1\"}")
                + "]}",
            "Authorization",
            RunningServer.basic(key))
        .isSuccess();
    expected.addAll(List.of("127.0.0.1", "", "192.0.2.1"));
    String web = source("web");
    post(
            "/v1/batch",
            "{\"context\":{\"ip\":\"192.0.2.2\"},\"batch\":[" + track("") + "]}",
            "Authorization",
            RunningServer.basic(web))
        .isSuccess();
    expected.add("192.0.2.2");
    assertKept();
  }

  @Test
  void forwardedFor_isReadFromItsEndToTheFirstUntrustedAddress() {
    String key = source("web");
    send(key, track(""), "192.0.2.1", "X-Forwarded-For", "192.0.2.1");
    send(key, track(""), "192.0.2.1", "X-Forwarded-For", "198.51.100.7, 192.0.2.1");
    send(key, track(""), "192.0.2.1", "X-Forwarded-For", "198.51.100.7,192.0.2.1 , 10.1.2.3");
    send(key, track(""), "10.1.2.3", "X-Forwarded-For", "10.1.2.3");
    send(key, track(""), "10.1.2.3", "X-Forwarded-For", "unknown, 10.1.2.3");
    send(key, track(""), "127.0.0.1", "X-Forwarded-For", "192.0.2.1, nonsense");
    send(key, track(""), "127.0.0.1", "X-Forwarded-For", "");
    send(key, track(""), "192.0.2.1", "X-Forwarded-For", "192.0.2.1:4711");
    send(key, track(""), "2001:db8::1", "X-Forwarded-For", "[2001:DB8:0:0:0:0:0:1]:443");
    send(key, track(""), "2001:db8::1", "X-Forwarded-For", "2001:db8::1");
    assertKept();
  }

  @Test
  void forwardedFor_mayHaveSeveralLines() {
    String key = source("web");
    send(
        key,
        track(""),
        "192.0.2.1",
        "X-Forwarded-For",
        "198.51.100.7",
        "X-Forwarded-For",
        "192.0.2.1");
    assertKept();
  }

  @Test
  void forwardedForOfUntrustedPeers_isIgnored() {
    server.close();
    server = RunningServer.start(folder, Map.of("http.trusted-proxies", "10.0.0.0/8"));
    send(source("web"), track(""), "127.0.0.1", "X-Forwarded-For", "192.0.2.1");
    server.close();
    server = RunningServer.start(folder, Map.of());
    send(source("web"), track(""), "127.0.0.1", "X-Forwarded-For", "192.0.2.1");
    assertKept();
  }

  private void send(String key, String body, String ip, String... headers) {
    List<String> all = new ArrayList<>(List.of("Authorization", RunningServer.basic(key)));
    all.addAll(List.of(headers));
    post("/v1/track", body, all.toArray(String[]::new)).isSuccess();
    expected.add(ip);
  }

  private void assertKept() {
    assertThat(stored().stream().map(message -> message.tree().path("context").path("ip").asText()))
        .containsExactlyElementsOf(expected);
  }
}
