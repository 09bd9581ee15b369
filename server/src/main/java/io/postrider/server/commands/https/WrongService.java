package io.postrider.server.commands.https;

import io.postrider.server.ops.TerminalText;
import java.net.http.HttpHeaders;
import java.util.Optional;

/** Says that an address belongs to something else than a Postrider, and what to do. Pure. */
public final class WrongService {

  private static final String PORTS =
      " The tracking API is at 'http.port', the admin API at 'admin.port' if that is set.";

  private WrongService() {}

  /** A sentence about JSON without the fields that a Postrider sends. */
  public static String reason(String address) {
    return "%s does not answer like Postrider. Check --url.".formatted(address);
  }

  /** A sentence about a Postrider that has no admin API at this port. */
  public static String noAdminApi(String address) {
    return "%s has no admin API. If the service has an 'admin.port', use that port in --url."
        .formatted(address);
  }

  /**
   * A sentence about a connection that was closed without an answer.
   *
   * @param address of plain HTTP
   */
  public static String closed(String address) {
    return "%s closed the connection without an answer. If the service uses HTTPS, use https:// in"
            .formatted(address)
        + " --url.";
  }

  /** A sentence about a response that no Postrider sends. */
  public static String reason(String address, int status, HttpHeaders headers) {
    Optional<String> location = headers.firstValue("Location");
    if (status / 100 == 3 && location.isPresent()) {
      return "%s answered %d: it redirects to %s. Use the address of the service in --url."
          .formatted(address, status, TerminalText.of(location.get()));
    }
    return "%s does not answer like Postrider (status %d). Check --url.%s"
        .formatted(address, status, status == 404 ? PORTS : "");
  }
}
