package io.postrider.log.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** A disk that runs a task in the middle of every sync of a file, and counts its open files. */
final class AskingDisk implements Disk {

  private final Disk disk;
  private Runnable onSync = () -> {};
  private int open;

  AskingDisk(Disk disk) {
    this.disk = disk;
  }

  void onSync(Runnable task) {
    onSync = task;
  }

  synchronized int openFiles() {
    return open;
  }

  private synchronized void opened(int files) {
    open += files;
  }

  @Override
  public List<String> list() throws IOException {
    return disk.list();
  }

  @Override
  public DiskFile create(String name) throws IOException {
    return new AskingFile(disk.create(name));
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return new AskingFile(disk.open(name));
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

  private final class AskingFile implements DiskFile {

    private final DiskFile file;

    AskingFile(DiskFile file) {
      this.file = file;
      opened(1);
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
      onSync.run();
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
      opened(-1);
      file.close();
    }
  }
}
