package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A store whose next claim or save can be held before it reaches the database. */
final class GatedCursorStore implements CursorStore {

  private record Gate(CountDownLatch reached, CountDownLatch opened) {

    Gate() {
      this(new CountDownLatch(1), new CountDownLatch(1));
    }

    void pass() {
      reached.countDown();
      await(opened);
    }
  }

  private final CursorStore store;
  private volatile Gate claims = open();
  private volatile Gate saves = open();

  GatedCursorStore(CursorStore store) {
    this.store = store;
  }

  private static Gate open() {
    Gate gate = new Gate();
    gate.opened.countDown();
    return gate;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  void holdClaims() {
    claims = new Gate();
  }

  void holdSaves() {
    saves = new Gate();
  }

  void awaitClaim() {
    await(claims.reached);
  }

  void awaitSave() {
    await(saves.reached);
  }

  /** Lets everything pass. */
  void release() {
    claims.opened.countDown();
    saves.opened.countDown();
  }

  @Override
  public Saved claim(int partition) {
    claims.pass();
    return store.claim(partition);
  }

  @Override
  public void save(Change change) {
    saves.pass();
    store.save(change);
  }

  @Override
  public Map<DestinationId, Long> losses() {
    return store.losses();
  }

  @Override
  public void forgetDuplicates(int partition, long before) {
    store.forgetDuplicates(partition, before);
  }

  @Override
  public void reset() {
    store.reset();
  }
}
