package io.postrider.server.database;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/**
 * A statement that runs for thousands of rows. Put the values of a row in order, then call {@link
 * #add}.
 *
 * <p>Belongs to one thread, and to the transaction of its handle. Rows may be buffered until {@link
 * #close}.
 */
public final class RowBatch implements AutoCloseable {

  private static final int MAX_WAITING = 500;

  private final PreparedStatement statement;
  private int at;
  private int waiting;

  public RowBatch(Handle handle, String sql) {
    try {
      statement = handle.connection().prepareStatement(sql);
    } catch (SQLException failure) {
      throw new UncheckedSqlException(failure);
    }
  }

  public RowBatch put(long value) {
    return run(() -> statement.setLong(++at, value));
  }

  public RowBatch put(boolean value) {
    return run(() -> statement.setBoolean(++at, value));
  }

  public RowBatch put(String value) {
    return run(() -> statement.setString(++at, value));
  }

  public RowBatch put(byte @Nullable [] value) {
    return value == null
        ? run(() -> statement.setNull(++at, Types.BINARY))
        : run(() -> statement.setBytes(++at, value));
  }

  /** Adds a row of numbers, booleans, texts and bytes; null stands for a missing text. */
  public void row(@Nullable Object... values) {
    for (Object value : values) {
      RowBatch _ =
          switch (value) {
            case Number number -> put(number.longValue());
            case Boolean flag -> put(flag.booleanValue());
            case String text -> put(text);
            case byte[] bytes -> put(bytes);
            case null -> run(() -> statement.setNull(++at, Types.VARCHAR));
            default -> throw new IllegalArgumentException("cannot be bound: " + value);
          };
    }
    add();
  }

  public void add() {
    var _ =
        run(
            () -> {
              statement.addBatch();
              at = 0;
              if (++waiting == MAX_WAITING) {
                flush();
              }
            });
  }

  private void flush() throws SQLException {
    int[] _ = statement.executeBatch();
    waiting = 0;
  }

  @Override
  public void close() {
    var _ =
        run(
            () -> {
              try (statement) {
                if (waiting > 0) {
                  flush();
                }
              }
            });
  }

  private interface Work {
    void run() throws SQLException;
  }

  private RowBatch run(Work work) {
    try {
      work.run();
      return this;
    } catch (SQLException failure) {
      throw new UncheckedSqlException(failure);
    }
  }
}
