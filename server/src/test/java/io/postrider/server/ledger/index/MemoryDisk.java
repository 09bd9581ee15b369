package io.postrider.server.ledger.index;

import static java.util.Objects.requireNonNull;

import io.postrider.log.embedded.Disk;
import io.postrider.log.embedded.DiskFile;
import io.postrider.log.embedded.NoSpaceException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** A folder in memory, which refuses new files or renames while it is told to. */
final class MemoryDisk implements Disk {

  /** The files; tests may change them. */
  final TreeMap<String, byte[]> files = new TreeMap<>();

  /** The content of a file that exists; tests may change it. */
  byte[] bytes(String name) {
    return requireNonNull(files.get(name), name);
  }

  boolean refuseWrites;
  boolean refuseRenames;

  List<String> names(String ending) {
    return files.keySet().stream().filter(name -> name.endsWith(ending)).toList();
  }

  @Override
  public List<String> list() {
    return List.copyOf(files.keySet());
  }

  @Override
  public DiskFile create(String name) throws IOException {
    if (refuseWrites) {
      throw new NoSpaceException("no space left");
    }
    files.put(name, new byte[0]);
    return new Handle(name);
  }

  @Override
  public DiskFile open(String name) {
    return new Handle(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    if (refuseRenames) {
      throw new IOException("refused");
    }
    files.put(to, files.remove(from));
  }

  @Override
  public void delete(String name) {
    files.remove(name);
  }

  @Override
  public boolean isLinked(String name) {
    return false;
  }

  @Override
  public void syncDirectory() {}

  @Override
  public Closeable lock() {
    return () -> {};
  }

  @Override
  public String describe(String name) {
    return name;
  }

  private final class Handle implements DiskFile {

    private final String name;

    Handle(String name) {
      this.name = name;
    }

    private byte[] bytes() throws IOException {
      byte[] bytes = files.get(name);
      if (bytes == null) {
        throw new IOException("no file " + name);
      }
      return bytes;
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      byte[] bytes = bytes();
      int length = Math.clamp(bytes.length - position, 0, into.remaining());
      into.put(bytes, (int) Math.min(position, bytes.length), length);
      return length;
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
      int end = (int) position + from.remaining();
      byte[] bytes = Arrays.copyOf(bytes(), Math.max(end, bytes().length));
      from.get(bytes, (int) position, from.remaining());
      files.put(name, bytes);
    }

    @Override
    public void sync() {}

    @Override
    public long size() throws IOException {
      return bytes().length;
    }

    @Override
    public void truncate(long sizeBytes) throws IOException {
      files.put(name, Arrays.copyOf(bytes(), (int) sizeBytes));
    }

    @Override
    public void close() {}
  }
}
