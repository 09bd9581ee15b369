package io.postrider.log.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Predicate;

/** A disk whose syncs a test can block or fail. */
final class BlockingDisk implements Disk {

  private final Disk disk;
  private Predicate<String> blocked = name -> false;
  private boolean failing;

  BlockingDisk(Disk disk) {
    this.disk = disk;
  }

  synchronized void blocked() {
    blocked = name -> true;
  }

  /** Blocks only the syncs of files that were created by such a name. */
  synchronized void blocked(Predicate<String> names) {
    blocked = names;
  }

  synchronized void open() {
    blocked = name -> false;
    notifyAll();
  }

  synchronized void failSyncs(boolean fail) {
    failing = fail;
  }

  private synchronized void pass(String name) throws IOException {
    try {
      while (blocked.test(name)) {
        wait();
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    if (failing) {
      throw new IOException("injected sync failure");
    }
  }

  @Override
  public List<String> list() throws IOException {
    return disk.list();
  }

  @Override
  public DiskFile create(String name) throws IOException {
    return new GatedFile(name, disk.create(name));
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return new GatedFile(name, disk.open(name));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    disk.rename(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    disk.delete(name);
  }

  @Override
  public boolean isLinked(String name) throws IOException {
    return disk.isLinked(name);
  }

  @Override
  public void syncDirectory() throws IOException {
    pass("");
    disk.syncDirectory();
  }

  @Override
  public Closeable lock() throws IOException {
    return disk.lock();
  }

  @Override
  public String describe(String name) {
    return disk.describe(name);
  }

  private final class GatedFile implements DiskFile {

    private final String name;
    private final DiskFile file;

    GatedFile(String name, DiskFile file) {
      this.name = name;
      this.file = file;
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      return file.read(into, position);
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
      file.write(from, position);
    }

    @Override
    public void sync() throws IOException {
      pass(name);
      file.sync();
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void truncate(long sizeBytes) throws IOException {
      file.truncate(sizeBytes);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
