package io.postrider.server.delivery;

import io.postrider.message.RecordView;
import io.postrider.route.DestinationSettings;
import io.postrider.route.Webhook;
import io.postrider.server.delivery.client.WebhookTarget;
import io.postrider.webhook.Payloads;
import io.postrider.webhook.Signer;
import io.postrider.webhook.WebhookIds;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds the requests of one destination for one version of its settings; the common parts are
 * built once. Belongs to one thread.
 */
final class WebhookRequests {

  static final String UNUSABLE_URL = "The URL is not usable.";

  /**
   * The common part of all requests of a round.
   *
   * @param headers the headers of this body, such as the signature
   */
  record Content(Buffer body, List<Webhook.Header> headers) {}

  private final DestinationSettings settings;
  private final List<@Nullable WebhookTarget> targets = new ArrayList<>();
  private final @Nullable Signer signer;

  WebhookRequests(DestinationSettings settings) {
    this.settings = settings;
    this.signer = settings.secrets().isEmpty() ? null : new Signer(settings.secrets());
    for (Webhook webhook : settings.webhooks()) {
      targets.add(target(webhook));
    }
  }

  private static @Nullable WebhookTarget target(Webhook webhook) {
    try {
      return WebhookTarget.of(webhook);
    } catch (IllegalArgumentException unusable) {
      return null;
    }
  }

  /** The target of a URL; null if the URL is not usable. */
  @Nullable WebhookTarget target(int urlIndex) {
    return targets.get(urlIndex);
  }

  /** The static headers of a URL. */
  List<Webhook.Header> staticHeaders(int urlIndex) {
    return settings.webhooks().get(urlIndex).headers();
  }

  /** The body of a message, signed. */
  Content content(RecordView record, long nowMillis) {
    byte[] body = settings.filters().trimmed(Payloads.body(record, settings.payload()), record);
    if (signer == null) {
      return new Content(Buffer.buffer(body), List.of());
    }
    Webhook.Header signature = new Webhook.Header("X-Signature", signer.signature(body));
    if (!settings.standardWebhooks()) {
      return new Content(Buffer.buffer(body), List.of(signature));
    }
    String id = WebhookIds.of(record);
    Instant now = Instant.ofEpochMilli(nowMillis);
    return new Content(
        Buffer.buffer(body),
        List.of(
            signature,
            new Webhook.Header("webhook-id", id),
            new Webhook.Header("webhook-timestamp", Long.toString(now.getEpochSecond())),
            new Webhook.Header("webhook-signature", signer.standardSignature(id, now, body))));
  }
}
