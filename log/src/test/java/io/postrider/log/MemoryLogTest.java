package io.postrider.log;

final class MemoryLogTest extends RecordLogContract {

  @Override
  protected Subject create() {
    return new MemorySubject(new MemoryLog(MAX_APPEND_BYTES, MAX_QUEUED_BYTES, clock));
  }

  private static final class MemorySubject implements Subject {

    private MemoryLog log;

    MemorySubject(MemoryLog log) {
      this.log = log;
    }

    @Override
    public RecordLog log() {
      return log;
    }

    @Override
    public void hold() {
      log.hold();
    }

    @Override
    public void release() {
      log.release();
    }

    @Override
    public void reopen() {
      log = log.reopen();
    }

    @Override
    public void expireBefore(long offset) {
      log.expireBefore(offset);
    }

    @Override
    public void close() {
      log.close();
    }
  }
}
