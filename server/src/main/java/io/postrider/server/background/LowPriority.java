package io.postrider.server.background;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * A lower scheduling priority for threads whose work can wait, so that event loops get a processor
 * before them.
 *
 * <p>Linux has a priority for each thread. Java's own thread priorities have no effect without
 * options of the JVM that change those of all its threads. On other systems, or if the JVM does not
 * allow calls of the C library, nothing changes.
 */
public final class LowPriority {

  /** A thread with this nice value gets a third of the time of one with 0, if both are ready. */
  static final int NICE = 5;

  private static final Optional<MethodHandle> LOWER = lookUp();

  private LowPriority() {}

  @SuppressWarnings("restricted") // calls a function of the C library
  private static Optional<MethodHandle> lookUp() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return Optional.empty();
    }
    try {
      Linker linker = Linker.nativeLinker();
      FunctionDescriptor type = FunctionDescriptor.of(JAVA_INT, JAVA_INT);
      return linker.defaultLookup().find("nice").map(nice -> linker.downcallHandle(nice, type));
    } catch (RuntimeException refused) { // by the JVM or its options; the work itself goes on
      return Optional.empty();
    }
  }

  /**
   * Lowers the priority of the current thread for good; threads that it creates inherit it. The
   * first call takes some ten milliseconds.
   */
  public static void lower() {
    LOWER.ifPresent(LowPriority::call);
  }

  private static void call(MethodHandle nice) {
    try {
      var _ = (int) nice.invokeExact(NICE);
    } catch (Throwable impossible) { // declared by every method handle
      throw new IllegalStateException(impossible);
    }
  }
}
