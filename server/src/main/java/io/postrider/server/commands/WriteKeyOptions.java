package io.postrider.server.commands;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.config.ConfigException;
import io.postrider.server.config.StartException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that send calls: which source gets them. */
final class WriteKeyOptions {

  @Option(
      names = "--write-key",
      paramLabel = "KEY",
      description = {
        "The write key of the source. Default: POSTRIDER_WRITE_KEY, or the profile, or else the key"
            + " of the only source, by the admin API."
      })
  private @Nullable String key;

  @Option(
      names = "--source",
      paramLabel = "SOURCE",
      description = "The name or ID of the source, if the admin API is to find its write key.")
  private @Nullable String source;

  /** The write key. */
  String resolve(ClientOptions service) {
    if (key != null) {
      return require(key);
    }
    String known = source == null ? service.writeKey() : null;
    return require(known == null ? ask(service) : known);
  }

  private String ask(ClientOptions service) {
    try (AdminClient client = service.client()) {
      List<JsonNode> sources =
          client.all("/api/sources").stream()
              .filter(
                  one ->
                      source == null
                          || one.path("id").asText().equals(source)
                          || one.path("name").asText().equals(source))
              .toList();
      if (client.role().equals("viewer")) {
        throw new StartException(
            "A viewer cannot see write keys. Use --write-key, or the token of an editor or admin.");
      }
      if (sources.size() == 1) {
        return sources.getFirst().path("writeKey").asText();
      }
      String names =
          sources.stream()
              .limit(20)
              .map(one -> one.path("id").asText() + " (" + one.path("name").asText() + ")")
              .collect(Collectors.joining(", "));
      throw new StartException(
          sources.isEmpty()
              ? "There is no such source. Use --write-key, or another --source."
              : "There are several sources. Choose one with --source: " + names + ".");
    }
  }

  private static String require(String key) {
    if (key.isEmpty() || !key.chars().allMatch(c -> c > ' ' && c < 0x7f && c != ':')) {
      throw new ConfigException(
          "The write key is invalid: it consists of visible ASCII characters.");
    }
    return key;
  }
}
