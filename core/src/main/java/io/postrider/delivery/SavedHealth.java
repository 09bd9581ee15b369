package io.postrider.delivery;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The health of a destination that {@link HealthCodec} encodes.
 *
 * @param lastError null if no attempt failed
 */
record SavedHealth(List<UrlHealth> urls, @Nullable LastError lastError) {

  SavedHealth bounded(DeliveryRules rules, long nowMillis, long wallMillis) {
    LastError error = lastError;
    if (error != null && error.atMillis() > wallMillis) {
      error =
          new LastError(error.reason(), error.status(), error.detail(), error.url(), wallMillis);
    }
    return new SavedHealth(urls.stream().map(url -> url.bounded(rules, nowMillis)).toList(), error);
  }
}
