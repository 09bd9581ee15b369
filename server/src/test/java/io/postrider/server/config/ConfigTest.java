package io.postrider.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigTest {

  private static Config config(String key, String value) {
    return Config.of(Settings.load(null, Map.of(), Map.of(key, value)));
  }

  @Test
  void referenceKeysAndRecordFields_matchBothWays() {
    assertThat(Settings.load(null, Map.of(), Map.of()).keys())
        .isEqualTo(Binding.keys(Config.class, ""));
  }

  @Test
  void defaults_areThoseOfTheContract() {
    Config config = Config.of(Settings.load(null, Map.of(), Map.of()));

    assertThat(config.http().port()).isEqualTo(8080);
    assertThat(config.node().roles()).containsExactly(Role.values());
    assertThat(config.log().retention()).isEqualTo(Duration.ofDays(7));
    assertThat(config.log().retentionMax()).isEqualTo(Duration.ofDays(30));
    assertThat(config.dedupe().windowFor(LogConfig.Engine.EMBEDDED)).isEqualTo(Duration.ofHours(1));
    assertThat(config.dedupe().windowFor(LogConfig.Engine.KAFKA)).isEqualTo(Duration.ofMinutes(10));
    assertThat(config.delivery().timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(config.delivery().retryWindow()).isEqualTo(Duration.ofHours(4));
  }

  @Test
  void tracingEndpoint_isAUrl_withTheUsualPathIfItHasNone() {
    assertThat(config("tracing.endpoint", "").tracing().url()).isEmpty();
    assertThat(config("tracing.endpoint", "http://localhost:4318").tracing().url())
        .hasValue("http://localhost:4318/v1/traces");
    assertThat(config("tracing.endpoint", "https://a.example/").tracing().url())
        .hasValue("https://a.example/v1/traces");
    assertThat(config("tracing.endpoint", "https://a.example/otlp/x").tracing().url())
        .hasValue("https://a.example/otlp/x");
    for (String wrong :
        List.of(
            "localhost:4318",
            "grpc://a.example",
            "http://",
            "http://a b",
            "https://u:p@a.example")) {
      assertThatThrownBy(() -> config("tracing.endpoint", wrong))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("tracing.endpoint")
          .hasMessageNotContaining("u:p");
    }
  }

  @Test
  void samplePercent_isFrom0To100() {
    assertThat(config("tracing.sample-percent", "0").tracing().samplePercent()).isZero();
    assertThat(config("tracing.sample-percent", "100").tracing().samplePercent()).isEqualTo(100);
    for (String wrong : List.of("-1", "101", "half")) {
      assertThatThrownBy(() -> config("tracing.sample-percent", wrong))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("tracing.sample-percent");
    }
  }

  @Test
  void flag_winsOverEnvironment_whichWinsOverFile(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("postrider.properties");
    Files.writeString(file, "http.port = 1\nhttp.host = file\nlog.retention = 1d\n");
    Map<String, String> environment =
        Map.of("POSTRIDER_HTTP_PORT", "2", "POSTRIDER_HTTP_HOST", "environment");

    Config config = Config.of(Settings.load(file, environment, Map.of("http.port", "3")));

    assertThat(config.http().port()).isEqualTo(3);
    assertThat(config.http().host()).isEqualTo("environment");
    assertThat(config.log().retention()).isEqualTo(Duration.ofDays(1));
  }

  @Test
  void unreadableSettingsFile_isRefusedWithTheReason(@TempDir Path folder) throws IOException {
    Path missing = folder.resolve("nope");
    assertThatThrownBy(() -> Settings.load(missing, Map.of(), Map.of()))
        .hasMessage("Cannot read the settings file " + missing + ": it does not exist.");
    assertThatThrownBy(() -> Settings.load(folder, Map.of(), Map.of()))
        .hasMessage("Cannot read the settings file " + folder + ": it is a folder.");
    Path odd = Files.write(folder.resolve("odd"), new byte[] {'a', (byte) 0xFF});
    assertThatThrownBy(() -> Settings.load(odd, Map.of(), Map.of()))
        .hasMessage("Cannot read the settings file " + odd + ": it is not UTF-8.");
  }

  @Test
  void shutdownDelay_isBounded() {
    assertThat(config("http.shutdown-delay", "0s").http().shutdownDelay()).isZero();
    assertThatThrownBy(() -> config("http.shutdown-delay", "11m"))
        .hasMessageContaining("between 0ms and 10m");
  }

  @Test
  void unknownFlag_isRefusedWithASuggestion() {
    assertThatThrownBy(() -> Settings.load(null, Map.of(), Map.of("log.retenton", "1d")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "Unknown setting 'log.retenton' (flag --log.retenton);"
                + " did you mean 'log.retention'?");
  }

  @Test
  void unknownKeyInAFile_isRefused(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("f"), "colour = blue\n");

    assertThatThrownBy(() -> Settings.load(file, Map.of(), Map.of()))
        .hasMessage("Unknown setting 'colour' (file " + file + ").");
  }

  @Test
  void unknownVariable_isWarnedAbout_exceptTheLaunchers() {
    Map<String, String> environment =
        Map.of("POSTRIDER_COLOUR", "blue", "POSTRIDER_JAVA_HOME", "/jdk", "PATH", "/bin");

    assertThat(Settings.load(null, environment, Map.of()).warnings())
        .containsExactly("Ignoring environment variable POSTRIDER_COLOUR: no such setting.");
  }

  @Test
  void invalidValue_isReportedWithKeyAndOrigin() {
    assertThatThrownBy(() -> config("http.port", "eighty"))
        .hasMessage(
            "The setting 'http.port' (flag --http.port) is invalid: 'eighty' is not an integer");
    assertThatThrownBy(() -> config("log.engine", "paper"))
        .hasMessageContaining("'paper' is none of embedded, kafka");
    assertThatThrownBy(() -> config("delivery.retry-window", "soon"))
        .hasMessageContaining("'soon' is not a duration such as");
  }

  @Test
  void kafka_needsWhatNodesShare() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("log.engine", "kafka");
    for (String[] next :
        List.of(
            new String[] {
              "log.kafka.bootstrap", "localhost:9092", "'log.kafka.bootstrap' is empty"
            },
            new String[] {"database.url", "jdbc:postgresql://h/p", "'database.url' is no"},
            new String[] {"secrets.key", "A".repeat(43) + "=", "'secrets.key' is empty"},
            new String[] {"admin.token", "0123456789abcdef", "'admin.token' is empty"})) {
      assertThatThrownBy(() -> Config.of(Settings.load(null, Map.of(), settings)))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(next[2]);
      settings.put(next[0], next[1]);
    }
    assertThat(Config.of(Settings.load(null, Map.of(), settings)).log().engine())
        .isEqualTo(LogConfig.Engine.KAFKA);
    settings.remove("admin.token");
    settings.put("roles", "collect, deliver");
    assertThat(Config.of(Settings.load(null, Map.of(), settings)).log().engine())
        .isEqualTo(LogConfig.Engine.KAFKA);
  }

  @Test
  void cluster_hasBounds() {
    Config defaults = Config.of(Settings.load(null, Map.of(), Map.of()));
    assertThat(defaults.cluster().sessionTimeout()).isEqualTo(Duration.ofSeconds(8));
    assertThat(defaults.log().kafka().partitions()).isEqualTo(12);
    assertThat(config("cluster.session-timeout", "6s").cluster().sessionTimeout())
        .isEqualTo(Duration.ofSeconds(6));
    assertThatThrownBy(() -> config("cluster.session-timeout", "5999ms"))
        .hasMessageContaining("between 6s and 5m");
    assertThatThrownBy(() -> config("cluster.node-id", "two words"))
        .hasMessageContaining("'cluster.node-id' has other characters");
    assertThat(config("log.kafka.partitions", "1000").log().kafka().partitions()).isEqualTo(1000);
    assertThatThrownBy(() -> config("log.kafka.partitions", "1001"))
        .hasMessageContaining("between 1 and 1000");
    assertThatThrownBy(() -> config("log.kafka.min-in-sync", "4"))
        .hasMessageContaining("between 1 and 3");
    assertThatThrownBy(() -> config("log.kafka.topic", "a/b"))
        .hasMessageContaining("'log.kafka.topic' is no name of a topic");
  }

  @ParameterizedTest
  @ValueSource(strings = {"kafka1:9092", "kafka1:9092, 10.0.0.2:9093", "[::1]:9092"})
  void brokers_areHostsAndPorts(String brokers) {
    assertThat(config("log.kafka.bootstrap", brokers).log().kafka().bootstrap()).isEqualTo(brokers);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"kafka1", "kafka1:", ":9092", "kafka1:9092,", "ssl://kafka1:9092", "kafka1:port"})
  void brokersWithoutHostOrPort_areRefused(String brokers) {
    assertThatThrownBy(() -> config("log.kafka.bootstrap", brokers))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("which is no host and port such as kafka1:9092");
  }

  @Test
  void bounds_areTestedAtTheirEdges() {
    assertThat(config("http.port", "65535").http().port()).isEqualTo(65535);
    assertThatThrownBy(() -> config("http.port", "65536"))
        .hasMessage("The setting 'http.port' is 65536; it must be between 0 and 65535.");
    assertThat(config("log.segment-size", "16MiB").log().segmentSize().bytes()).isEqualTo(16 << 20);
    assertThatThrownBy(() -> config("log.segment-size", "16777215"))
        .isInstanceOf(ConfigException.class);
    assertThatThrownBy(() -> config("log.retention-max", "6d")).isInstanceOf(ConfigException.class);
    assertThat(config("log.retention-max", "7d").log().retentionMax())
        .isEqualTo(Duration.ofDays(7));
    assertThatThrownBy(() -> config("admin.token", "short")).isInstanceOf(ConfigException.class);
    assertThatThrownBy(() -> config("secrets.key", "A".repeat(42)))
        .hasMessageContaining("32 bytes in Base64")
        .hasMessageNotContaining("AAA");
    assertThatThrownBy(() -> config("secrets.key", "!".repeat(44)))
        .isInstanceOf(ConfigException.class);
    assertThat(config("secrets.key", "A".repeat(43) + "=").secrets().bytes())
        .hasValueSatisfying(key -> assertThat(key).hasSize(32));
    assertThatThrownBy(() -> config("dedupe.window", "0s")).isInstanceOf(ConfigException.class);
    assertThatThrownBy(() -> config("roles", " ")).isInstanceOf(ConfigException.class);
    assertThatThrownBy(() -> config("data.dir", "")).isInstanceOf(ConfigException.class);
  }

  @Test
  void secret_isNotShown() {
    assertThat(config("admin.token", "0123456789abcdef").toString())
        .contains("***")
        .doesNotContain("0123456789abcdef");
  }

  @Test
  void units_areParsed() {
    assertThat(DurationText.duration("500ms")).isEqualTo(Duration.ofMillis(500));
    assertThat(DurationText.duration("10m")).isEqualTo(Duration.ofMinutes(10));
    assertThat(DurationText.duration("PT4H")).isEqualTo(Duration.ofHours(4));
    assertThatThrownBy(() -> DurationText.duration("PT-4H"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DurationText.duration("4"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(ByteSize.parse("64MiB").bytes()).isEqualTo(64 << 20);
    assertThat(ByteSize.parse("12").bytes()).isEqualTo(12);
    assertThatThrownBy(() -> ByteSize.parse("999999999999TiB"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void network_isParsedStrictly() throws Exception {
    IpNetwork network = IpNetwork.parse("10.0.0.0/8");

    assertThat(network.contains(InetAddress.getByName("10.255.0.1"))).isTrue();
    assertThat(network.contains(InetAddress.getByName("11.0.0.0"))).isFalse();
    assertThat(network.contains(InetAddress.getByName("::a00:1"))).isFalse();
    assertThat(IpNetwork.parse("::1").prefixBits()).isEqualTo(128);
    assertThatThrownBy(() -> IpNetwork.parse("10.0.0.1/8")).hasMessageContaining("first address");
    for (String partial : List.of("1.2.3", "1.2.3/24", "1", "1.2.3.4.5", "1.2.3.", "01.2.3.4")) {
      assertThatThrownBy(() -> IpNetwork.parse(partial)).hasMessageContaining("is not a network");
    }
    assertThatThrownBy(() -> IpNetwork.parse("1.2.3"))
        .hasMessageEndingWith("fd00::/8; write all four numbers, without leading zeros");
    assertThatThrownBy(() -> IpNetwork.parse("1.2.3.256")).hasMessageContaining("is not a network");
    assertThatThrownBy(() -> IpNetwork.parse("localhost")).hasMessageContaining("is not a network");
    assertThatThrownBy(() -> IpNetwork.parse("10.0.0.0/33")).hasMessageContaining("from 0 to 32");
  }
}
