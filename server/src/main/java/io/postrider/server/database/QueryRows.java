package io.postrider.server.database;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collector;
import org.jspecify.annotations.Nullable;

/** The mapped rows of a query, which runs with each call. Belongs to one thread. */
public final class QueryRows<T extends @Nullable Object> {

  private final SqlQuery query;
  private final RowMapper<T> mapper;

  QueryRows(SqlQuery query, RowMapper<T> mapper) {
    this.query = query;
    this.mapper = mapper;
  }

  /**
   * The only row.
   *
   * @throws IllegalStateException if there is none, or more than one
   */
  public T one() {
    List<T> found = onlyOne();
    if (found.isEmpty()) {
      throw new IllegalStateException("The query returned no row.");
    }
    return found.getFirst();
  }

  /**
   * The only row; empty if there is none, or it is null.
   *
   * @throws IllegalStateException if there is more than one
   */
  public Optional<T> findOne() {
    return optional(onlyOne());
  }

  /** The first row; empty if there is none, or it is null. */
  public Optional<T> findFirst() {
    return optional(atMost(1));
  }

  public List<T> list() {
    return atMost(Long.MAX_VALUE);
  }

  public Set<T> set() {
    return new HashSet<>(list());
  }

  public <R> R collect(Collector<? super T, ?, R> collector) {
    return list().stream().collect(collector);
  }

  /** Passes on one row after the other, while the query runs. */
  public void forEach(Consumer<? super T> reader) {
    read(Long.MAX_VALUE, reader);
  }

  private List<T> onlyOne() {
    List<T> found = atMost(2);
    if (found.size() > 1) {
      throw new IllegalStateException("The query returned more than one row.");
    }
    return found;
  }

  private Optional<T> optional(List<T> found) {
    return found.isEmpty() ? Optional.empty() : Optional.ofNullable(found.getFirst());
  }

  private List<T> atMost(long most) {
    List<T> found = new ArrayList<>();
    read(most, found::add);
    return found;
  }

  private void read(long most, Consumer<? super T> reader) {
    try (PreparedStatement statement = query.prepareBound();
        ResultSet rows = statement.executeQuery()) {
      RowMapper<T> specialized = mapper.specialize(rows);
      for (long i = 0; i < most && rows.next(); i++) {
        reader.accept(specialized.map(rows));
      }
    } catch (SQLException failure) {
      throw new UncheckedSqlException(failure);
    }
  }
}
