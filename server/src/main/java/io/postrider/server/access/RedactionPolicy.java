package io.postrider.server.access;

import io.postrider.message.Redaction;
import io.postrider.server.http.admin.ApiRequest;

/** What whoever makes a call does not get to see of messages. May be called from any thread. */
@FunctionalInterface
public interface RedactionPolicy {

  /** Hides nothing from anybody. */
  RedactionPolicy NONE = call -> Redaction.NONE;

  Redaction of(ApiRequest call);
}
