package io.postrider.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The figures of all benchmarks in one JSON file; each replaces its own keys and no other's. */
record Results(Path file) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** The file of accepting and starting that is published. */
  static Results published(Path root) {
    return published(root, "accept");
  }

  /** The file of one benchmark that is published. */
  static Results published(Path root, String name) {
    return new Results(root.resolve("benchmarks/results/" + name + ".json"));
  }

  /** A file for runs that prove nothing but that they run. */
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
