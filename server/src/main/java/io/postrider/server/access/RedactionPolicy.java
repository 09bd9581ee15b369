package io.postrider.server.access;

import io.postrider.audience.ComputedRedaction;
import io.postrider.message.Redaction;
import io.postrider.route.Catalog;
import io.postrider.server.http.admin.AccessRole;
import io.postrider.server.http.admin.ApiRequest;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides which message fields a caller may not see, and what is computed from them. May be called
 * from any thread.
 */
@FunctionalInterface
public interface RedactionPolicy {

  Redaction of(ApiRequest call);

  /** Redacts the fields of the current workspace for viewers, nothing for editors and admins. */
  static RedactionPolicy forViewers(Supplier<Catalog> catalogs) {
    record Derived(Catalog catalog, Redaction redaction) {}
    AtomicReference<@Nullable Derived> last = new AtomicReference<>();
    return call -> {
      if (call.caller().role() != AccessRole.VIEWER) {
        return Redaction.NONE;
      }
      Catalog current = catalogs.get();
      Derived derived = last.get();
      if (derived == null || derived.catalog != current) {
        Redaction redaction = Redaction.of(current.workspace().redactedFields());
        derived = new Derived(current, ComputedRedaction.of(redaction, current.computations()));
        last.set(derived);
      }
      return derived.redaction;
    };
  }
}
