package io.postrider.log;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The system clock without jumps forward that do not last. Between two readings it advances as the
 * monotonic clock does. Safe to call from any thread; a reading takes no lock unless the clock
 * jumps.
 *
 * <p>A jump forward counts only once a later reading confirms it, so a clock that is wrong for a
 * minute has no effect. A jump back counts at once: it makes nothing look old; so does the jump
 * forward that ends it. Whoever deletes by age asks {@link #isSettled} first, and {@link
 * #sinceMillis} for the time of data that was stamped before a jump forward.
 */
public final class StableClock implements InstantSource {

  /** A jump forward is confirmed by a reading at least this much later. */
  public static final Duration CONFIRM = Duration.ofMinutes(5);

  /** A smaller difference between the two clocks is no jump. */
  private static final long TOLERANCE_MILLIS = 1_000;

  /** How often the difference is set to zero, so that slow corrections add up to no jump. */
  private static final long ANCHOR_MILLIS = 1_000;

  /** Further jumps forward are not followed until the next start. */
  static final int MAX_JUMPS = 64;

  private static final int MAX_TRIES = 10;

  /** Both clocks at one moment. */
  private record Anchor(long systemMillis, long steadyMillis) {}

  /** A followed jump forward, and the time before it. */
  private record Jump(long beforeMillis, long byMillis) {}

  private final InstantSource system;
  private final InstantSource steadyTime;
  private final long confirmMillis;
  private final Consumer<Duration> jumped;
  private final long openedMillis;
  private volatile Anchor anchor;
  private volatile boolean jumping;
  private volatile long jumpedAtMillis;
  private volatile List<Jump> jumps = List.of();
  private long jumpMillis;

  /** By how much the system clock was ahead of the monotonic one at most, as far as followed. */
  private volatile long mostAheadMillis;

  /**
   * @param system may jump
   * @param steadyTime advances evenly, whatever its origin
   * @param confirm the least time between two readings that confirm a jump forward
   * @param jumped is told of every jump; must be fast, and must not read this clock
   */
  public StableClock(
      InstantSource system, InstantSource steadyTime, Duration confirm, Consumer<Duration> jumped) {
    this.system = system;
    this.steadyTime = steadyTime;
    this.confirmMillis = confirm.toMillis();
    this.jumped = jumped;
    this.anchor = both();
    this.openedMillis = anchor.systemMillis;
    this.mostAheadMillis = anchor.systemMillis - anchor.steadyMillis;
    this.jumpedAtMillis = anchor.steadyMillis;
  }

  @Override
  public Instant instant() {
    Instant read = system.instant();
    long readMillis = read.toEpochMilli();
    long millis = millis(readMillis);
    return millis == readMillis ? read : Instant.ofEpochMilli(millis);
  }

  @Override
  public long millis() {
    return millis(system.millis());
  }

  private long millis(long systemMillis) {
    long steadyMillis = steadyTime.millis();
    Anchor last = anchor;
    long elapsedMillis = steadyMillis - last.steadyMillis;
    long aheadMillis = systemMillis - last.systemMillis - elapsedMillis;
    if (Math.abs(aheadMillis) > TOLERANCE_MILLIS) {
      return read();
    }
    if (elapsedMillis >= ANCHOR_MILLIS || jumping) {
      jumping = false;
      anchor = new Anchor(systemMillis, steadyMillis);
      mostAheadMillis = Math.max(mostAheadMillis, systemMillis - steadyMillis);
    }
    return systemMillis;
  }

  /** Reads both clocks, of which at least one differs from the last readings. */
  private synchronized long read() {
    Anchor now = both();
    long systemMillis = now.systemMillis;
    long steadyMillis = now.steadyMillis;
    Anchor last = anchor;
    long expectedMillis = last.systemMillis + steadyMillis - last.steadyMillis;
    long aheadMillis = systemMillis - expectedMillis;
    if (Math.abs(aheadMillis) <= TOLERANCE_MILLIS) {
      return systemMillis;
    }
    if (aheadMillis < 0) {
      jumped.accept(Duration.ofMillis(aheadMillis));
      return follow(systemMillis, steadyMillis);
    }
    if (!jumping || Math.abs(aheadMillis - jumpMillis) > TOLERANCE_MILLIS) {
      jumping = true;
      jumpMillis = aheadMillis;
      jumpedAtMillis = steadyMillis;
      jumped.accept(Duration.ofMillis(aheadMillis));
    }
    boolean returns = systemMillis - steadyMillis <= mostAheadMillis + TOLERANCE_MILLIS;
    boolean confirmed = returns || steadyMillis - jumpedAtMillis >= confirmMillis;
    if (!confirmed || jumps.size() == MAX_JUMPS) {
      return expectedMillis;
    }
    List<Jump> more = new ArrayList<>(jumps);
    more.add(new Jump(expectedMillis, aheadMillis));
    jumps = List.copyOf(more);
    return follow(systemMillis, steadyMillis);
  }

  /** Reads both clocks at one moment, not with a pause of this thread in between. */
  private Anchor both() {
    long before = steadyTime.millis();
    for (int tries = 0; ; tries++) {
      long systemMillis = system.millis();
      long after = steadyTime.millis();
      if (after - before < TOLERANCE_MILLIS / 10 || tries == MAX_TRIES) {
        return new Anchor(systemMillis, after);
      }
      before = after;
    }
  }

  private long follow(long systemMillis, long steadyMillis) {
    jumping = false;
    jumpedAtMillis = steadyMillis;
    anchor = new Anchor(systemMillis, steadyMillis);
    mostAheadMillis = Math.max(mostAheadMillis, systemMillis - steadyMillis);
    return systemMillis;
  }

  /** Whether the clock has not jumped for a time, which starts with its creation. */
  public boolean isSettled(Duration quiet) {
    return !jumping && steadyTime.millis() - jumpedAtMillis >= quiet.toMillis();
  }

  /** A time by the present clock, given a stamp of this clock that may be older than a jump. */
  public long sinceMillis(long stampMillis) {
    long sinceMillis = stampMillis;
    for (Jump jump : jumps) {
      if (stampMillis >= openedMillis && sinceMillis <= jump.beforeMillis) {
        sinceMillis += jump.byMillis;
      }
    }
    return sinceMillis;
  }
}
