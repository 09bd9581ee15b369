package io.postrider;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.config.Config;
import io.postrider.server.config.LogConfig;
import io.postrider.server.config.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The examples in operations/ start nodes with settings that exist and are valid. */
final class DeploymentsTest {

  private static final Path FOLDER = RepositoryFiles.ROOT.resolve("operations");
  private static final String PREFIX = "POSTRIDER_";

  /** What the person who uses the examples fills in. */
  private static final Map<String, String> SECRETS =
      Map.of(
          "POSTRIDER_DATABASE_URL", "jdbc:postgresql://host/postrider?user=postrider&password=p",
          "POSTRIDER_SECRETS_KEY", Base64.getEncoder().encodeToString(new byte[32]),
          "POSTRIDER_ADMIN_TOKEN", "0123456789abcdef");

  @Test
  void compose_givesEachNodeValidSettings() {
    Map<?, ?> file = documents("compose.yaml").getFirst();
    Map<String, String> shared = variables(map(file, "x-node-settings"));
    assertThat(shared).containsKeys(SECRETS.keySet().toArray(String[]::new));
    for (String node : List.of("node-1", "node-2", "node-3")) {
      Map<?, ?> service = map(map(file, "services"), node);
      Map<String, String> variables = new HashMap<>(shared);
      variables.putAll(variables(map(service, "environment")));
      assertThat(((List<?>) service.get("volumes")).getFirst())
          .isEqualTo(node + ":" + variables.get("POSTRIDER_DATA_DIR"));
      Config config = requireValid(variables);
      assertThat(config.cluster().nodeId()).hasValue(node);
      requireTimeToStop(config, seconds((String) map(file, "x-node").get("stop_grace_period")));
    }
  }

  @Test
  void kubernetes_givesEachNodeValidSettings() {
    List<Map<?, ?>> documents = documents("kubernetes/postrider.yaml");
    Map<String, String> variables = variables(map(kind(documents, "ConfigMap"), "data"));
    Map<?, ?> pod = map(map(map(kind(documents, "StatefulSet"), "spec"), "template"), "spec");
    Map<?, ?> container = (Map<?, ?>) ((List<?>) pod.get("containers")).getFirst();
    Map<?, ?> own = (Map<?, ?>) ((List<?>) container.get("env")).getFirst();
    variables.put((String) own.get("name"), "postrider-0");

    Config config = requireValid(variables);

    assertThat(config.cluster().nodeId()).hasValue("postrider-0");
    assertThat(config.data().dir()).isEqualTo(Path.of("/var/lib/postrider"));
    requireTimeToStop(
        config, Duration.ofSeconds((Integer) pod.get("terminationGracePeriodSeconds")));
  }

  private static Config requireValid(Map<String, String> variables) {
    variables.putAll(SECRETS);
    Settings settings = Settings.load(null, variables, Map.of());
    assertThat(settings.warnings()).isEmpty(); // such as of unknown variables
    Config config = Config.of(settings);
    assertThat(config.log().engine()).isEqualTo(LogConfig.Engine.KAFKA);
    assertThat(config.log().kafka().bootstrap().split(",")).hasSize(3);
    return config;
  }

  /** A node that is killed while it stops costs repeated deliveries. */
  private static void requireTimeToStop(Config config, Duration patience) {
    Duration needed =
        config
            .http()
            .shutdownDelay()
            .plus(config.delivery().shutdownPatience())
            .plusSeconds(10); // running requests
    assertThat(patience).isGreaterThan(needed);
  }

  private static Duration seconds(String text) {
    return Duration.parse("PT" + text);
  }

  private static Map<String, String> variables(Map<?, ?> environment) {
    Map<String, String> variables = new TreeMap<>();
    environment.forEach(
        (name, value) -> {
          if (((String) name).startsWith(PREFIX)) {
            variables.put((String) name, String.valueOf(value));
          }
        });
    return variables;
  }

  private static Map<?, ?> kind(List<Map<?, ?>> documents, String kind) {
    return documents.stream()
        .filter(document -> kind.equals(document.get("kind")))
        .findFirst()
        .orElseThrow();
  }

  private static List<Map<?, ?>> documents(String file) {
    Iterable<Object> all =
        new Load(LoadSettings.builder().build())
            .loadAllFromString(RepositoryFiles.read(FOLDER.resolve(file)));
    return StreamSupport.stream(all.spliterator(), false)
        .<Map<?, ?>>map(document -> (Map<?, ?>) document)
        .toList();
  }

  private static Map<?, ?> map(Map<?, ?> parent, String key) {
    return (Map<?, ?>) parent.get(key);
  }
}
