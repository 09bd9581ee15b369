package io.postrider.server;

import io.postrider.route.Source;
import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import io.postrider.server.folder.SideLog;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A node in this process, on a free port. */
public final class RunningServer extends TestNode {

  private final Path folder;
  private final Server server;

  private RunningServer(Path folder, Server server) {
    this.folder = folder;
    this.server = server;
  }

  /** Starts a node in a folder, with additional settings. */
  public static RunningServer start(Path folder, Map<String, String> settings) {
    return start(folder, settings, InstantSource.system());
  }

  /** Starts a node with the test's clock. */
  public static RunningServer start(Path folder, Map<String, String> settings, InstantSource time) {
    return new RunningServer(folder, Server.start(config(folder, settings), time));
  }

  /** Starts a node whose ledger is on the test's disk. */
  static RunningServer start(Path folder, Map<String, String> settings, SideLog.Disks ledger) {
    return new RunningServer(
        folder, Server.start(config(folder, settings), InstantSource.system(), ledger));
  }

  /** Starts a node with a wall clock that may jump. */
  public static RunningServer start(
      Path folder, Map<String, String> settings, InstantSource time, InstantSource steadyTime) {
    return new RunningServer(
        folder, Server.start(config(folder, settings), time, steadyTime, false));
  }

  /** Starts a node as {@code --accept-profile-loss} does. */
  static RunningServer startAcceptingProfileLoss(Path folder, Map<String, String> settings) {
    Config config = config(folder, settings);
    return new RunningServer(folder, Server.start(config, InstantSource.system(), true));
  }

  private static Config config(Path folder, Map<String, String> settings) {
    Map<String, String> flags = new LinkedHashMap<>();
    flags.put("http.host", "127.0.0.1");
    flags.put("http.port", "0");
    flags.put("http.event-loops", "2");
    flags.put("data.dir", folder.toString());
    flags.put("admin.token", ADMIN_TOKEN);
    flags.put("log.segment-size", "16MiB");
    flags.putAll(settings);
    return Config.of(Settings.load(null, Map.of(), flags));
  }

  @Override
  public int port() {
    return server.port();
  }

  /** The port of the admin API. */
  int adminPort() {
    return server.adminPort();
  }

  public Path folder() {
    return folder;
  }

  @Override
  public String writeKey() {
    return server.firstSource().map(Source::writeKey).orElseThrow().value();
  }

  /** Stops the node. */
  public void stop() {
    server.close();
  }

  /** Stops the node and reads its log. */
  public List<StoredMessage> stopAndReadLog() {
    server.close();
    return StoredMessage.readAll(folder);
  }

  @Override
  public void close() {
    super.close();
    server.close();
  }
}
