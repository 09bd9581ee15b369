package io.postrider.log.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** A disk of a reader, which is told of every read after its file is open. */
record ReadingDisk(Disk disk, BeforeRead beforeRead) implements Disk {

  interface BeforeRead {
    void reads(String name) throws IOException;
  }

  @Override
  public List<String> list() throws IOException {
    return disk.list();
  }

  @Override
  public DiskFile create(String name) throws IOException {
    return disk.create(name);
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return new ReadFile(name, disk.open(name));
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

  private final class ReadFile implements DiskFile {

    private final String name;
    private final DiskFile file;

    ReadFile(String name, DiskFile file) {
      this.name = name;
      this.file = file;
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      file.read(ByteBuffer.allocate(1), 0); // opens it
      beforeRead.reads(name);
      return file.read(into, position);
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
      file.write(from, position);
    }

    @Override
    public void sync() throws IOException {
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
