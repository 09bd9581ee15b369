package io.postrider.log.kafka;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The versions of brokers that tests start. */
public enum BrokerVersion {
  V4_3("kafka-4.3"),
  V3_9("kafka-3.9");

  private final String module;

  BrokerVersion(String module) {
    this.module = module;
  }

  /** The class path of the broker, as its module wrote it. */
  String classPath() {
    Path file = target().resolve("classpath");
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "no class path of a broker; run mvn generate-test-resources -pl log-kafka/brokers/"
              + module,
          e);
    }
  }

  /** The class cache of the broker, which halves the work of a start, if its module made one. */
  Optional<Path> classCache() {
    return Optional.of(target().resolve("broker.aot")).filter(Files::exists);
  }

  private Path target() {
    return modules().resolve(module).resolve("target");
  }

  private static Path modules() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve("log-kafka/brokers"))) {
      folder = requireNonNull(folder.getParent());
    }
    return folder.resolve("log-kafka/brokers");
  }
}
