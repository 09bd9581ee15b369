package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import io.postrider.ledger.LedgerTarget;
import io.postrider.message.RecordView;
import io.postrider.message.TraceContext;
import io.postrider.route.DestinationSettings;
import io.postrider.route.Webhook;
import io.postrider.server.delivery.client.BodyExcerpt;
import io.postrider.server.delivery.client.WebhookTarget;
import io.postrider.server.delivery.stats.BodySample;
import io.postrider.server.delivery.stats.SecretMask;
import io.postrider.webhook.WebhookIds;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds the requests of one destination for one version of its settings; the common parts are
 * built once. Belongs to one thread.
 */
final class WebhookRequests {

  private static final int MAX_SAMPLE_BYTES = 4 * 1024;

  private static final String TRACEPARENT = "traceparent";

  static final String UNUSABLE_URL = "The URL is not usable.";

  /**
   * The common part of all requests of a round.
   *
   * @param headers the headers of this body, such as the signature
   * @param trace the span of the call that brought the message; null if it was not traced
   */
  record Content(Buffer body, List<Webhook.Header> headers, @Nullable TraceContext trace) {

    /** The content of a request that passes a span on. */
    private Content passing(TraceContext span) {
      List<Webhook.Header> all = new ArrayList<>(headers);
      all.add(new Webhook.Header(TRACEPARENT, span.traceparent()));
      return new Content(body, all, trace);
    }
  }

  private final DestinationSettings settings;
  private final List<@Nullable WebhookTarget> targets = new ArrayList<>();
  private final List<LedgerTarget> ledgerTargets = new ArrayList<>();
  private final BodySigner signer;

  WebhookRequests(DestinationId destination, DestinationSettings settings) {
    this.settings = settings;
    this.signer = new BodySigner(settings);
    for (Webhook webhook : settings.webhooks()) {
      targets.add(target(webhook));
      ledgerTargets.add(new LedgerTarget(destination.bits(), SecretMask.url(webhook.url())));
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

  /** How the ledger names a URL. */
  LedgerTarget ledgerTarget(int urlIndex) {
    return ledgerTargets.get(urlIndex);
  }

  /** The beginning of the request to a URL, without secrets. */
  BodySample sample(int urlIndex, Content content) {
    Map<String, String> headers = new LinkedHashMap<>();
    content.headers().forEach(header -> headers.put(header.name(), header.value()));
    for (Webhook.Header header : settings.webhooks().get(urlIndex).headers()) {
      headers.put(header.name(), SecretMask.value(header));
    }
    Buffer body = content.body();
    return new BodySample(
        null, headers, BodyExcerpt.text(body, MAX_SAMPLE_BYTES), body.length() > MAX_SAMPLE_BYTES);
  }

  /** The same content for a destination that is told of traces: with the span of the request. */
  Content passing(@Nullable TraceContext span, Content content) {
    return settings.tracing() && span != null ? content.passing(span) : content;
  }

  /** Makes bodies for these requests on another thread; belongs to that thread. */
  BodySigner signer() {
    return new BodySigner(settings);
  }

  /**
   * The body and headers of a message; signed if the destination has a secret.
   *
   * @param prepared what a {@link #signer} made of the message before; null if none did
   */
  Content content(RecordView record, @Nullable SignedBody prepared, long nowMillis) {
    SignedBody body = prepared == null ? signer.sign(record) : prepared;
    return new Content(
        Buffer.buffer(body.bytes()), headers(record, body, nowMillis), record.trace());
  }

  private List<Webhook.Header> headers(RecordView record, SignedBody body, long nowMillis) {
    if (body.signature() == null) {
      return List.of();
    }
    Webhook.Header signature = new Webhook.Header("X-Signature", body.signature());
    if (!settings.standardWebhooks()) {
      return List.of(signature);
    }
    String id = WebhookIds.of(record);
    Instant now = Instant.ofEpochMilli(nowMillis);
    return List.of(
        signature,
        new Webhook.Header("webhook-id", id),
        new Webhook.Header("webhook-timestamp", Long.toString(now.getEpochSecond())),
        new Webhook.Header("webhook-signature", signer.standardSignature(id, now, body.bytes())));
  }
}
