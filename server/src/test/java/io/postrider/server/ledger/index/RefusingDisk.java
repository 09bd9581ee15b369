package io.postrider.server.ledger.index;

import io.postrider.log.embedded.Disk;
import io.postrider.log.embedded.DiskFile;
import io.postrider.log.embedded.NoSpaceException;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** A disk that refuses new files or renames while it is told to. */
final class RefusingDisk implements Disk {

  private final Disk disk;
  private boolean refuseWrites;
  private boolean refuseRenames;

  RefusingDisk(Disk disk) {
    this.disk = disk;
  }

  void refuseWrites(boolean refuse) {
    refuseWrites = refuse;
  }

  void refuseRenames(boolean refuse) {
    refuseRenames = refuse;
  }

  @Override
  public List<String> list() throws IOException {
    return disk.list();
  }

  @Override
  public DiskFile create(String name) throws IOException {
    if (refuseWrites) {
      throw new NoSpaceException("no space left");
    }
    return disk.create(name);
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return disk.open(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    if (refuseRenames) {
      throw new IOException("refused");
    }
    disk.rename(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    disk.delete(name);
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
}
