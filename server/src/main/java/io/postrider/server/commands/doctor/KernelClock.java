package io.postrider.server.commands.doctor;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * What the kernel knows about its clock: whatever keeps it right (chrony, ntpd, systemd-timesyncd)
 * tells the kernel so, also for containers.
 *
 * @param largestError how far it may be off
 */
record KernelClock(boolean isSynchronized, Duration largestError) {

  /** The size of {@code struct timex} on systems with 64 bits, and more. */
  private static final long SIZE = 256;

  private static final long MAX_ERROR_AT = 24;
  private static final long STATUS_AT = 40;

  /** {@code STA_UNSYNC}. */
  private static final int NOT_SYNCHRONIZED = 0x40;

  /** Asks the kernel; empty if it does not answer, as on other systems than Linux. */
  @SuppressWarnings("restricted") // the launcher allows native access
  static Optional<KernelClock> read() {
    Linker linker = Linker.nativeLinker();
    Optional<MemorySegment> adjtimex = linker.defaultLookup().find("adjtimex");
    if (adjtimex.isEmpty() || ValueLayout.ADDRESS.byteSize() != Long.BYTES) {
      return Optional.empty();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment timex = arena.allocate(SIZE, Long.BYTES); // modes 0: changes nothing
      int state =
          (int)
              linker
                  .downcallHandle(
                      adjtimex.get(),
                      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS))
                  .invokeExact(timex);
      return state < 0
          ? Optional.empty()
          : Optional.of(
              of(
                  timex.get(ValueLayout.JAVA_INT, STATUS_AT),
                  timex.get(ValueLayout.JAVA_LONG, MAX_ERROR_AT)));
    } catch (Throwable notAllowed) { // what a method handle declares
      return Optional.empty();
    }
  }

  static KernelClock of(int status, long largestErrorMicros) {
    return new KernelClock(
        (status & NOT_SYNCHRONIZED) == 0, Duration.of(largestErrorMicros, ChronoUnit.MICROS));
  }
}
