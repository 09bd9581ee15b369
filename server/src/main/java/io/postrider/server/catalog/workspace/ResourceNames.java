package io.postrider.server.catalog.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Names of resources in a workspace file, each given once: as declared, or derived from the
 * displayed name. Belongs to one thread.
 */
final class ResourceNames {

  private static final int MAX_LENGTH = 50;

  private final Set<String> taken = new HashSet<>();

  /** Reserves the names of declared resources. */
  ResourceNames(List<JsonNode> resources) {
    resources.forEach(one -> taken.add(one.path("declaredAs").asText()));
  }

  String of(JsonNode resource) {
    if (resource.has("declaredAs")) {
      return resource.get("declaredAs").asText();
    }
    String words =
        resource
            .path("name")
            .asText()
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-+", "");
    String cut = words.substring(0, Math.min(words.length(), MAX_LENGTH));
    String plain = cut.replaceAll("-+$", "");
    String base = plain.isEmpty() ? "unnamed" : plain;
    String name = base;
    for (int i = 2; !taken.add(name); i++) {
      name = base + "-" + i;
    }
    return name;
  }
}
