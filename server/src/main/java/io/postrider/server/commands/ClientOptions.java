package io.postrider.server.commands;

import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that do nothing but call a running service. */
final class ClientOptions {

  @Mixin private final ServiceOptions service = new ServiceOptions();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The data folder of a service on this machine, which contains its admin token.")
  private @Nullable String data;

  /** Whether the output is for programs. */
  boolean json() {
    return service.json();
  }

  /** A client of the admin API. */
  AdminClient client() {
    return service.client(config(), data != null);
  }

  /** The address of the service's admin API. */
  String address() {
    return service.address(config(), data != null);
  }

  /** The address of the service's tracking API. */
  String trackingAddress() {
    return service.trackingAddress(config(), data != null);
  }

  /** The certificates to trust. */
  SSLContext trust() {
    return service.trust(address(), data != null);
  }

  /** The write key of the environment or the profile; null if there is none for the address. */
  @Nullable String writeKey() {
    return service.writeKey(address());
  }

  private Config config() {
    Map<String, String> flags = data == null ? Map.of() : Map.of("data.dir", data);
    return Config.of(Settings.load(null, System.getenv(), flags));
  }
}
