package io.postrider.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The figures of benchmarks in a JSON file; each benchmark replaces only its own keys. */
record Results(Path file) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** The published file of the ingestion and start benchmarks. */
  static Results published(Path root) {
    return published(root, "accept");
  }

  /** The published file of a benchmark. */
  static Results published(Path root, String name) {
    return new Results(root.resolve("benchmarks/results/" + name + ".json"));
  }

  /** A file for trial runs, which are not published. */
  static Results trial(Path root, String name) {
    return new Results(root.resolve("benchmarks/target/" + name + ".json"));
  }

  static ObjectNode figures() {
    return JSON.createObjectNode();
  }

  static ObjectNode tree(Figures figures) {
    return JSON.valueToTree(figures);
  }

  ObjectNode read() throws IOException {
    return Files.exists(file) ? (ObjectNode) JSON.readTree(file.toFile()) : figures();
  }

  void merge(ObjectNode figures) throws IOException {
    ObjectNode all = read();
    all.setAll(figures);
    Files.createDirectories(file.getParent());
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(next, JSON.writeValueAsString(all) + "\n");
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
