package io.postrider.server.delivery.client;

import io.postrider.route.Webhook.Header;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * One request to post.
 *
 * @param headers of this request only, such as {@code X-Signature}
 * @param body the bytes to send; must not change before the result
 */
public record WebhookRequest(WebhookTarget target, List<Header> headers, Buffer body) {}
