package io.postrider.server;

import io.postrider.log.embedded.Disk;
import io.postrider.log.embedded.DiskFile;
import io.postrider.log.embedded.FolderDisk;
import io.postrider.log.embedded.NoSpaceException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A folder that refuses writes, as a full disk does, while it is told to. */
record RefusingDisk(Disk disk, AtomicBoolean refuses) implements Disk {

  static RefusingDisk open(Path folder, AtomicBoolean refuses) throws IOException {
    return new RefusingDisk(FolderDisk.open(folder), refuses);
  }

  private void check() throws IOException {
    if (refuses.get()) {
      throw new NoSpaceException("the test's disk is full");
    }
  }

  @Override
  public List<String> list() throws IOException {
    return disk.list();
  }

  @Override
  public DiskFile create(String name) throws IOException {
    check();
    return new File(disk.create(name));
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return new File(disk.open(name));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    check();
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

  private final class File implements DiskFile {

    private final DiskFile file;

    private File(DiskFile file) {
      this.file = file;
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      return file.read(into, position);
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
      check();
      file.write(from, position);
    }

    @Override
    public void sync() throws IOException {
      check();
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
