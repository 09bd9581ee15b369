package io.postrider.server.delivery.client;

import io.postrider.route.Webhook.Header;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * One message to post.
 *
 * @param headers those of this request alone, such as {@code X-Signature}
 * @param body exactly the bytes to send; not to be changed before the result is there
 */
public record WebhookRequest(WebhookTarget target, List<Header> headers, Buffer body) {}
