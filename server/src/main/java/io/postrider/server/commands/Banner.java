package io.postrider.server.commands;

import io.postrider.route.Source;
import io.postrider.server.Server;
import io.postrider.server.access.AdminToken;
import io.postrider.server.config.Config;
import io.postrider.server.config.HttpConfig;
import io.postrider.server.ops.TerminalText;
import java.io.PrintStream;
import java.util.Optional;

/** The text that the program prints when it is ready. */
final class Banner {

  private Banner() {}

  static void print(PrintStream out, Config config, Server server) {
    String address = trackingUrl(config, server.port());
    String admin = adminUrl(config, server.adminPort());
    out.println("Postrider is ready.");
    out.println();
    out.println("  Dashboard      " + admin + "/");
    out.println("  Tracking API   " + address + "/v1/");
    out.println("  Admin API      " + admin + "/api/   (described at " + admin + "/openapi.json)");
    out.println("  Documentation  " + admin + "/docs/");
    out.println("  Admin token    " + token(config));
    out.println("  Data           " + config.data().dir().toAbsolutePath().normalize());
    Optional<Source> first = server.firstSource();
    first.ifPresent(source -> printFirst(out, source, address));
    out.println();
    out.println("Press Ctrl+C to stop.");
    out.flush();
  }

  /**
   * @param port that the listener has, which is chosen by the start if 0 is configured
   */
  static String trackingUrl(Config config, int port) {
    return url(config.http(), port);
  }

  /**
   * @param port that the listener has, which is chosen by the start if 0 is configured
   */
  static String adminUrl(Config config, int port) {
    return url(config.adminHttp().orElse(config.http()), port);
  }

  private static String url(HttpConfig http, int port) {
    return http.at(http.host(), port).ownUrl("localhost");
  }

  private static String token(Config config) {
    return config.admin().token().reveal().isEmpty()
        ? "in " + config.data().dir().resolve(AdminToken.FILE).toAbsolutePath().normalize()
        : "as configured";
  }

  static void printFirst(PrintStream out, Source source, String address) {
    String key = source.writeKey().value();
    out.println();
    out.println(
        "This first start created a source of type %s, \"%s\"."
            .formatted(source.type().wireName(), TerminalText.of(source.name())));
    out.println("Use it, rename it or delete it; a later start creates no other.");
    out.println("Its write key is " + key + ". Send a first message:");
    out.println();
    out.println("  curl -u " + key + ": " + address + "/v1/track \\");
    out.println(
        "    -d '{\"userId\":\"ada\",\"event\":\"Signed Up\",\"properties\":{\"plan\":\"pro\"}}'");
  }
}
