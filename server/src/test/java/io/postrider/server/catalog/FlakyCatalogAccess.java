package io.postrider.server.catalog;

import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.Handle;
import io.postrider.server.database.RowMapper;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A catalog database that fails on request. */
public final class FlakyCatalogAccess extends CatalogAccess {

  public final AtomicInteger reads = new AtomicInteger();
  private volatile Runnable hook = () -> {};

  public FlakyCatalogAccess(Database database) {
    super(database);
  }

  public void goAway() {
    hook =
        () -> {
          throw new DatabaseUnavailableException("connection refused");
        };
  }

  public void breakDown(String text) {
    hook =
        () -> {
          throw new IllegalStateException(text);
        };
  }

  public void comeBack() {
    hook = () -> {};
  }

  /** Runs something before every transaction. */
  public void onEveryCall(Runnable action) {
    hook = action;
  }

  @Override
  public <T> T read(Function<Handle, T> work) {
    reads.incrementAndGet();
    hook.run();
    return super.read(work);
  }

  @Override
  public <T> List<T> list(RowMapper<T> reading, String query) {
    reads.incrementAndGet();
    hook.run();
    return super.list(reading, query);
  }

  @Override
  public <T> T change(Function<Handle, T> work) {
    hook.run();
    return super.change(work);
  }
}
