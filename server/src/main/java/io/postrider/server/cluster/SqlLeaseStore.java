package io.postrider.server.cluster;

import io.postrider.server.database.Database;
import io.postrider.server.database.Handle;
import io.postrider.server.database.Schema;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/** Leases in SQL, by the clock of the database. */
final class SqlLeaseStore implements LeaseStore {

  private final Database access;

  /** Uses a database with {@link Schema#CATALOG}. */
  SqlLeaseStore(Database database) {
    this.access = database;
  }

  @Override
  public Set<String> take(String node, Collection<String> jobs, Duration lease) {
    return access.write(
        handle -> {
          long nowMillis = nowMillis(handle);
          Set<String> taken = new HashSet<>();
          // in one order, so that two nodes do not wait for each other
          for (String job : new TreeSet<>(jobs)) {
            int rows =
                handle.execute(
                    "insert into job_lease (job, node, until_millis) values (?, ?, ?)"
                        + " on conflict (job) do update set node = excluded.node,"
                        + " until_millis = excluded.until_millis"
                        + " where job_lease.node = excluded.node or job_lease.until_millis <= ?",
                    job,
                    node,
                    nowMillis + lease.toMillis(),
                    nowMillis);
            if (rows > 0) {
              taken.add(job);
            }
          }
          return taken;
        });
  }

  private long nowMillis(Handle handle) {
    String now =
        switch (access.engine()) {
          case POSTGRESQL -> "select cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";
          case SQLITE -> "select cast(unixepoch('subsec') * 1000 as integer)";
        };
    return handle.select(now).mapTo(Long.class).one();
  }

  @Override
  public Set<String> holders() {
    return access.read(
        handle ->
            Set.copyOf(
                handle
                    .select(
                        "select distinct node from job_lease where until_millis > ?",
                        nowMillis(handle))
                    .mapTo(String.class)
                    .list()));
  }

  @Override
  public void release(String node) {
    access.execute("delete from job_lease where node = ?", node);
  }
}
