package io.postrider.server.commands.https;

import io.postrider.server.ops.TerminalText;
import java.net.http.HttpHeaders;
import java.util.Optional;

/** Says that an address belongs to something else than a Postrider, and what to do. Pure. */
public final class WrongService {

  private WrongService() {}

  /** A sentence about JSON without the fields that a Postrider sends. */
  public static String reason(String address) {
    return "%s does not answer like Postrider. Check --url.".formatted(address);
  }

  /** A sentence about a response that no Postrider sends. */
  public static String reason(String address, int status, HttpHeaders headers) {
    Optional<String> location = headers.firstValue("Location");
    if (status / 100 == 3 && location.isPresent()) {
      return "%s answered %d: it redirects to %s. Use the address of the service in --url."
          .formatted(address, status, TerminalText.of(location.get()));
    }
    return "%s does not answer like Postrider (status %d). Check --url.".formatted(address, status);
  }
}
