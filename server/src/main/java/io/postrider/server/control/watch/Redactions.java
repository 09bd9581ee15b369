package io.postrider.server.control.watch;

import io.postrider.server.http.Call;
import java.util.function.UnaryOperator;

/** What a caller may see of messages. */
@FunctionalInterface
public interface Redactions {

  /** Everybody may see everything. */
  Redactions NONE = call -> UnaryOperator.identity();

  /** What makes of a message's JSON the JSON that the caller may see. Called by one thread. */
  UnaryOperator<byte[]> of(Call call);
}
