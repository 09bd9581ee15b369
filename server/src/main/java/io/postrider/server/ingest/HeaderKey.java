package io.postrider.server.ingest;

import io.postrider.message.Rejection;
import io.postrider.route.Source;
import org.jspecify.annotations.Nullable;

/**
 * The write key in the head of a request.
 *
 * @param text the key; empty if the head has none
 * @param source the source of the key; null if there is none
 * @param denied why the request is denied whatever its body holds; null if it is not
 */
record HeaderKey(String text, @Nullable Source source, @Nullable Rejection denied) {

  static final HeaderKey NONE = new HeaderKey("", null, null);

  /** Whether the key belongs to a source that accepts messages. */
  boolean isKnown() {
    return source != null && source.enabled();
  }
}
