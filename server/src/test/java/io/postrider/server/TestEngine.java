package io.postrider.server;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What the nodes of one test store messages and configuration in. They share it; nodes of other
 * tests do not see it.
 */
interface TestEngine extends AfterEachCallback {

  /** The settings of the engine. */
  Map<String, String> settings();

  /** Starts a node with a folder of its own, and additional settings. */
  default RunningServer start(Path folder, Map<String, String> settings) {
    return start(folder, settings, InstantSource.system());
  }

  /** Starts a node with the test's clock. */
  default RunningServer start(Path folder, Map<String, String> settings, InstantSource time) {
    Map<String, String> all = new HashMap<>(settings());
    all.putAll(settings);
    return RunningServer.start(folder, all, time);
  }

  /** The embedded log and SQLite: everything is in the node's folder. */
  static TestEngine embedded() {
    return new TestEngine() {
      @Override
      public Map<String, String> settings() {
        return Map.of();
      }

      @Override
      public void afterEach(ExtensionContext context) {}
    };
  }
}
