package io.postrider.log.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * An in-memory disk that separates visible from durable state, for bytes and for names. It counts
 * its steps and injects one {@link Fault}. Not thread-safe.
 */
final class SimulatedDisk implements Disk {

  /** The process has crashed. After a machine crash, only a {@link #survivor} is usable. */
  static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final Map<String, SimulatedFile> seen = new HashMap<>();
  private final Map<String, SimulatedFile> durable = new HashMap<>();
  private final List<Consumer<Map<String, SimulatedFile>>> changes = new ArrayList<>();
  private final List<SimulatedFile> files = new ArrayList<>();

  private Fault fault = Fault.NONE;
  private Random random = new Random(0);
  private int steps;
  private int reads;
  private int open;
  private int recycled;
  private boolean dead;
  private boolean fired;

  void arm(Fault newFault) {
    fault = newFault;
    random = new Random(newFault.seed());
  }

  int steps() {
    return steps;
  }

  int reads() {
    return reads;
  }

  /** The number of open files. */
  int openFiles() {
    return open;
  }

  /** How many segments got another name, to be used again. */
  int recycled() {
    return recycled;
  }

  /** Whether the fault has had an effect yet. */
  boolean fired() {
    return fired;
  }

  /** A new disk with the durable state of this one. */
  SimulatedDisk survivor() {
    SimulatedDisk copy = new SimulatedDisk();
    durable.forEach(
        (name, file) -> {
          SimulatedFile twin = SimulatedFile.of(file.durable());
          copy.files.add(twin);
          copy.seen.put(name, twin);
          copy.durable.put(name, twin);
        });
    return copy;
  }

  /** Crashes the machine, if it has not crashed; all unsynced changes are lost. */
  SimulatedDisk loseAll() {
    if (!dead) {
      die(false, false);
    }
    return survivor();
  }

  /** Crashes the machine, if it has not crashed; some unsynced changes survive. */
  SimulatedDisk keepSome(long seed) {
    if (!dead) {
      random = new Random(seed);
      die(true, false);
    }
    return survivor();
  }

  byte[] content(String name) {
    SimulatedFile file = durable.get(name);
    if (file == null) {
      throw new IllegalArgumentException(name);
    }
    return file.durable();
  }

  /** Flips one bit, in the durable and in the visible state. */
  void flip(String name, int position, int bit) {
    SimulatedFile file = durable.get(name);
    if (file == null) {
      throw new IllegalArgumentException(name);
    }
    file.durable()[position] ^= (byte) (1 << bit);
    file.seen()[position] ^= (byte) (1 << bit);
  }

  /** Loses a file. */
  void forget(String name) {
    durable.remove(name);
    seen.remove(name);
  }

  private void die(boolean some, boolean torn) {
    dead = true;
    for (SimulatedFile file : files) {
      if (some) {
        file.keepSome(random);
      } else if (torn) {
        file.tear(random);
      } else {
        file.loseAll();
      }
    }
    for (Consumer<Map<String, SimulatedFile>> change : changes) {
      if (some && random.nextBoolean()) {
        change.accept(durable);
      }
    }
    changes.clear();
  }

  private boolean failsNow() {
    if (dead) {
      throw new Crash();
    }
    boolean now = fault.kind() != Fault.Kind.READ_ERROR && fault.covers(steps);
    steps++;
    return now;
  }

  private void step(boolean isWrite, Runnable whole, Runnable half) throws IOException {
    if (!failsNow()) {
      whole.run();
      return;
    }
    switch (fault.kind()) {
      case CRASH_LOSING_ALL -> crash(false, false);
      case CRASH_KEEPING_SOME -> {
        whole.run();
        crash(true, false);
      }
      case TORN_WRITE -> {
        whole.run();
        crash(false, isWrite);
      }
      case KILLED -> {
        half.run();
        kill();
      }
      case NO_SPACE -> {
        fired = true;
        half.run();
        throw new NoSpaceException("simulated: no space");
      }
      case IO_ERROR -> {
        fired = true;
        half.run();
        throw new IOException("simulated: failed write");
      }
      case FAILED_SYNC, FAILED_SYNC_FORGETTING, READ_ERROR -> whole.run();
    }
  }

  private void sync(Runnable whole, Runnable lost) throws IOException {
    if (!failsNow()) {
      whole.run();
      return;
    }
    switch (fault.kind()) {
      case CRASH_LOSING_ALL, TORN_WRITE -> crash(false, false);
      case CRASH_KEEPING_SOME -> crash(true, false);
      case KILLED -> kill();
      case FAILED_SYNC, FAILED_SYNC_FORGETTING, IO_ERROR -> {
        fired = true;
        lost.run();
        throw new IOException("simulated: failed sync");
      }
      case NO_SPACE -> {
        fired = true;
        lost.run();
        throw new NoSpaceException("simulated: no space to sync");
      }
      case READ_ERROR -> whole.run();
    }
  }

  private void crash(boolean some, boolean torn) {
    fired = true;
    die(some, torn);
    throw new Crash();
  }

  private void kill() {
    fired = true;
    fault = Fault.NONE;
    throw new Crash();
  }

  private void change(Consumer<Map<String, SimulatedFile>> change) {
    change.accept(seen);
    changes.add(change);
  }

  @Override
  public List<String> list() {
    return List.copyOf(seen.keySet());
  }

  @Override
  public DiskFile create(String name) throws IOException {
    SimulatedFile file = new SimulatedFile();
    step(
        false,
        () -> {
          files.add(file);
          change(map -> map.put(name, file));
        },
        () -> {});
    return new Handle(file);
  }

  @Override
  public DiskFile open(String name) throws IOException {
    if (dead) {
      throw new Crash();
    }
    SimulatedFile file = seen.get(name);
    if (file == null) {
      throw new NoSuchFileException(name);
    }
    return new Handle(file);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    SimulatedFile file = seen.get(from);
    if (file == null) {
      throw new NoSuchFileException(from);
    }
    recycled += from.endsWith(FileNames.SEGMENT) ? 1 : 0;
    step(
        false,
        () ->
            change(
                map -> {
                  map.remove(from);
                  map.put(to, file);
                }),
        () -> {});
  }

  @Override
  public void delete(String name) throws IOException {
    step(false, () -> change(map -> map.remove(name)), () -> {});
  }

  @Override
  public boolean isLinked(String name) {
    return false;
  }

  @Override
  public void syncDirectory() throws IOException {
    sync(
        () -> {
          changes.forEach(change -> change.accept(durable));
          changes.clear();
        },
        () -> {});
  }

  @Override
  public Closeable lock() {
    return () -> {};
  }

  @Override
  public String describe(String name) {
    return "disk/" + name;
  }

  private final class Handle implements DiskFile {

    private final SimulatedFile file;

    Handle(SimulatedFile file) {
      this.file = file;
      open++;
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      if (dead) {
        throw new Crash();
      }
      int now = reads++;
      if (fault.kind() == Fault.Kind.READ_ERROR && fault.covers(now)) {
        fired = true;
        throw new IOException("simulated: failed read");
      }
      byte[] content = file.seen();
      int length = (int) Math.max(0, Math.min(into.remaining(), content.length - position));
      into.put(content, (int) Math.min(position, content.length), length);
      return length;
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
      byte[] bytes = new byte[from.remaining()];
      from.get(bytes);
      byte[] half = new byte[bytes.length / 2];
      System.arraycopy(bytes, 0, half, 0, half.length);
      step(true, () -> file.write((int) position, bytes), () -> file.write((int) position, half));
    }

    @Override
    public void sync() throws IOException {
      SimulatedDisk.this.sync(
          file::sync,
          () -> file.failSync(random, fault.kind() == Fault.Kind.FAILED_SYNC_FORGETTING));
    }

    @Override
    public long size() {
      if (dead) {
        throw new Crash();
      }
      return file.seen().length;
    }

    @Override
    public void truncate(long sizeBytes) throws IOException {
      step(false, () -> file.truncate((int) sizeBytes), () -> {});
    }

    @Override
    public void close() {
      open--;
    }
  }
}
