package io.postrider.server.alerts;

import io.postrider.route.SharedSecret;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Posts a body to an operator's URL. It blocks, for seconds at most. */
@FunctionalInterface
public interface AlertSender {

  /** Posts; tells why it was not taken, in words and without secrets, or nothing if it was. */
  Optional<String> post(String url, @Nullable SharedSecret secret, byte[] body);
}
