package io.postrider.server.access;

import io.postrider.message.Redaction;
import io.postrider.server.http.admin.AccessRole;
import io.postrider.server.http.admin.ApiRequest;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Decides which message fields a caller may not see. May be called from any thread. */
@FunctionalInterface
public interface RedactionPolicy {

  Redaction of(ApiRequest call);

  /** Redacts the current fields for viewers, and nothing for editors and admins. */
  static RedactionPolicy forViewers(Supplier<List<String>> fields) {
    record Parsed(List<String> fields, Redaction redaction) {}
    AtomicReference<Parsed> last = new AtomicReference<>(new Parsed(List.of(), Redaction.NONE));
    return call -> {
      if (call.caller().role() != AccessRole.VIEWER) {
        return Redaction.NONE;
      }
      List<String> current = fields.get();
      Parsed parsed = Objects.requireNonNull(last.get());
      if (!parsed.fields.equals(current)) {
        parsed = new Parsed(current, Redaction.of(current));
        last.set(parsed);
      }
      return parsed.redaction;
    };
  }
}
