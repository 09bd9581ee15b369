package io.postrider.server.access;

import io.postrider.message.Redaction;
import io.postrider.server.http.admin.AccessRole;
import io.postrider.server.http.admin.ApiRequest;
import java.util.List;
import java.util.function.Supplier;

/**
 * Viewers do not see the fields that are named at the moment; everybody else sees all. May be
 * called from any thread, for every message: fields are looked at anew only when others are named.
 */
public final class ViewerRedaction implements RedactionPolicy {

  private record Known(List<String> fields, Redaction redaction) {}

  private final Supplier<List<String>> fields;
  private volatile Known known = new Known(List.of(), Redaction.NONE);

  public ViewerRedaction(Supplier<List<String>> fields) {
    this.fields = fields;
  }

  @Override
  public Redaction of(ApiRequest call) {
    if (call.caller().role() != AccessRole.VIEWER) {
      return Redaction.NONE;
    }
    List<String> named = fields.get();
    Known last = known;
    if (!last.fields.equals(named)) {
      last = new Known(named, Redaction.of(named));
      known = last;
    }
    return last.redaction;
  }
}
