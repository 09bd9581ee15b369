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
 * What one watcher is sent: the last messages, then everything as it happens, and now and then a
 * comment that shows that both ends are still there.
 */
final class EventStream implements StreamBody {

  /** How long nothing may be sent. */
  static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

  /** After how long a stream ends, so that whoever watches on has to be let in again. */
  static final Duration LONGEST = Duration.ofMinutes(15);

  private static final byte[] BEGIN = ": watching\n\n".getBytes(UTF_8);
  private static final byte[] STILL_HERE = ":\n\n".getBytes(UTF_8);

  private final DebuggerSession watch;
  private final Supplier<? extends List<? extends DebuggerEvent>> recent;
  private final DebuggerEventText text;
  private final BooleanSupplier wanted;
  private final InstantSource time;

  /**
   * @param recent the last messages before the watch began
   * @param wanted whether there is still something to watch, and somebody who may
   */
  EventStream(
      DebuggerSession watch,
      Supplier<? extends List<? extends DebuggerEvent>> recent,
      DebuggerEventText text,
      BooleanSupplier wanted,
      InstantSource time) {
    this.watch = watch;
    this.recent = recent;
    this.text = text;
    this.wanted = wanted;
    this.time = time;
  }

  @Override
  public void write(Outlet out) {
    Instant end = time.instant().plus(LONGEST);
    out.write(BEGIN);
    send(recent.get(), out);
    while (wanted.getAsBoolean() && time.instant().isBefore(end)) {
      List<DebuggerEvent> seen = next();
      if (watch.isClosed() || !wanted.getAsBoolean()) {
        return;
      }
      if (seen.isEmpty()) {
        out.write(STILL_HERE);
      } else {
        send(seen, out);
      }
    }
  }

  private List<DebuggerEvent> next() {
    try {
      return watch.take(KEEP_ALIVE);
    } catch (InterruptedException nobodyDoesThat) {
      throw new IllegalStateException(nobodyDoesThat);
    }
  }

  private void send(List<? extends DebuggerEvent> sightings, Outlet out) {
    StringBuilder events = new StringBuilder();
    sightings.forEach(sighting -> events.append(text.of(sighting)));
    if (!events.isEmpty()) {
      out.write(events.toString().getBytes(UTF_8));
    }
  }

  @Override
  public void close() {
    watch.close();
  }
}
