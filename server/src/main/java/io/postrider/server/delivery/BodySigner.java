package io.postrider.server.delivery;

import static java.util.Objects.requireNonNull;

import io.postrider.message.RecordView;
import io.postrider.route.DestinationSettings;
import io.postrider.webhook.Payloads;
import io.postrider.webhook.Signer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Makes the bodies of one destination and signs them, for one version of its settings. Belongs to
 * one thread.
 */
final class BodySigner {

  private final DestinationSettings settings;
  private final @Nullable Signer signer;

  BodySigner(DestinationSettings settings) {
    this.settings = settings;
    this.signer = settings.secrets().isEmpty() ? null : new Signer(settings.secrets());
  }

  /**
   * The body of a message; signed if the destination has a secret.
   *
   * @throws IllegalArgumentException if the record's type is not known to this program
   */
  SignedBody sign(RecordView record) {
    byte[] body = settings.filters().trimmed(Payloads.body(record, settings.payload()), record);
    return new SignedBody(body, signer == null ? null : signer.signature(body));
  }

  /** The value of {@code webhook-signature}, of a destination that has a secret. */
  String standardSignature(String webhookId, Instant now, byte[] body) {
    return requireNonNull(signer).standardSignature(webhookId, now, body);
  }
}
