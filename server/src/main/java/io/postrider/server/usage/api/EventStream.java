package io.postrider.server.usage.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.server.http.admin.StreamBody;
import io.postrider.server.usage.debugger.DebuggerEvent;
import io.postrider.server.usage.debugger.DebuggerSession;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The stream of one debugger session: the last messages, then everything as it happens, and a
 * comment as keep-alive.
 */
final class EventStream implements StreamBody {

  /** The longest silence. */
  static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

  /** The longest stream; a client that reconnects is authorized again. */
  static final Duration MAX_DURATION = Duration.ofMinutes(15);

  private static final byte[] START = ": watching\n\n".getBytes(UTF_8);
  private static final byte[] KEEP_ALIVE_COMMENT = ":\n\n".getBytes(UTF_8);

  private final DebuggerSession session;
  private final Supplier<? extends List<? extends DebuggerEvent>> recent;
  private final DebuggerEventText text;
  private final BooleanSupplier wanted;
  private final InstantSource steadyTime;

  /**
   * @param recent the last messages before the session
   * @param wanted whether the source exists and the caller is authorized
   */
  EventStream(
      DebuggerSession session,
      Supplier<? extends List<? extends DebuggerEvent>> recent,
      DebuggerEventText text,
      BooleanSupplier wanted,
      InstantSource steadyTime) {
    this.session = session;
    this.recent = recent;
    this.text = text;
    this.wanted = wanted;
    this.steadyTime = steadyTime;
  }

  @Override
  public void write(Outlet out) {
    Instant end = steadyTime.instant().plus(MAX_DURATION);
    out.write(START);
    send(recent.get(), out);
    while (wanted.getAsBoolean() && steadyTime.instant().isBefore(end)) {
      List<DebuggerEvent> seen = next();
      if (session.isClosed() || !wanted.getAsBoolean()) {
        return;
      }
      if (seen.isEmpty()) {
        out.write(KEEP_ALIVE_COMMENT);
      } else {
        send(seen, out);
      }
    }
  }

  private List<DebuggerEvent> next() {
    try {
      return session.take(KEEP_ALIVE);
    } catch (InterruptedException unexpected) {
      throw new IllegalStateException(unexpected);
    }
  }

  private void send(List<? extends DebuggerEvent> events, Outlet out) {
    StringBuilder texts = new StringBuilder();
    events.forEach(event -> texts.append(text.of(event)));
    if (!texts.isEmpty()) {
      out.write(texts.toString().getBytes(UTF_8));
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
