package io.postrider.server.alerts;

import io.postrider.route.SharedSecret;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Posts a body to the operator's URL. Blocks for a few seconds at most. */
@FunctionalInterface
public interface AlertSender {

  /** Posts; returns the error text, without secrets, or empty on success. */
  Optional<String> post(String url, @Nullable SharedSecret secret, byte[] body);
}
