package io.postrider.server.control.deliveries;

import io.postrider.message.Redaction;
import io.postrider.server.http.Call;

/** What whoever makes a call does not get to see of messages. May be called from any thread. */
@FunctionalInterface
public interface Discretion {

  /** Hides nothing from anybody. */
  Discretion NONE = call -> Redaction.NONE;

  Redaction of(Call call);
}
