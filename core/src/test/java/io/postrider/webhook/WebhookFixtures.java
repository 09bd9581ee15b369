package io.postrider.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The fixtures under {@code spec} that all parts of the product share. */
final class WebhookFixtures {

  private WebhookFixtures() {}

  static JsonNode read(String name) {
    Path file = Path.of("..", "spec", name); // tests run in the folder of their module
    try {
      return new ObjectMapper().readTree(file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
