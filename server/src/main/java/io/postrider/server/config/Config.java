package io.postrider.server.config;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The whole configuration, validated: one record for each component, whose name is the first word
 * of its keys; the node's own keys have none.
 */
public record Config(
    NodeConfig node,
    DataConfig data,
    HttpConfig http,
    AdminConfig admin,
    LogConfig log,
    DatabaseConfig database,
    SecretsConfig secrets,
    WorkspaceConfig workspace,
    DedupeConfig dedupe,
    DeliveryConfig delivery,
    AudienceConfig audience,
    NotificationsConfig notifications,
    LoggingConfig logging) {

  /** Validates settings. */
  public static Config of(Settings settings) {
    Binding binding = new Binding(settings);
    return new Config(
        binding.bind(NodeConfig.class, prefixOf("node")),
        binding.bind(DataConfig.class, prefixOf("data")),
        binding.bind(HttpConfig.class, prefixOf("http")),
        binding.bind(AdminConfig.class, prefixOf("admin")),
        binding.bind(LogConfig.class, prefixOf("log")),
        binding.bind(DatabaseConfig.class, prefixOf("database")),
        binding.bind(SecretsConfig.class, prefixOf("secrets")),
        binding.bind(WorkspaceConfig.class, prefixOf("workspace")),
        binding.bind(DedupeConfig.class, prefixOf("dedupe")),
        binding.bind(DeliveryConfig.class, prefixOf("delivery")),
        binding.bind(AudienceConfig.class, prefixOf("audience")),
        binding.bind(NotificationsConfig.class, prefixOf("notifications")),
        binding.bind(LoggingConfig.class, prefixOf("logging")));
  }

  /** The records and the prefix of their keys. */
  static Map<Class<? extends Record>, String> components() {
    Map<Class<? extends Record>, String> components = new LinkedHashMap<>();
    for (RecordComponent component : Config.class.getRecordComponents()) {
      components.put(component.getType().asSubclass(Record.class), prefixOf(component.getName()));
    }
    return components;
  }

  private static String prefixOf(String component) {
    return component.equals("node") ? "" : component + ".";
  }
}
