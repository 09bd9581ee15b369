package io.postrider.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs that nodes lease in every database. */
abstract class LeaseContract {

  private Database database;
  private long nowMillis = 1_000_000;
  private final InstantSource steadyTime = () -> Instant.ofEpochMilli(nowMillis);

  /** An empty database; the same one at every call. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.CATALOG);
  }

  @AfterEach
  void close() {
    database.change(handle -> handle.execute("delete from job_lease"));
    database.close();
  }

  private JobLeases node(String name) {
    return new JobLeases(new SqlLeaseStore(database), name, steadyTime);
  }

  @Test
  void job_isLeasedOnce_andOthersAreIndependent() {
    JobLeases one = node("one");
    JobLeases other = node("other");
    BooleanSupplier ofOne = one.job("sweep");
    BooleanSupplier ofOther = other.job("sweep");
    BooleanSupplier another = other.job("prune");
    assertThat(ofOne.getAsBoolean()).as("not before the first lease").isFalse();
    one.renew();
    other.renew();
    assertThat(ofOne.getAsBoolean()).isTrue();
    assertThat(ofOther.getAsBoolean()).isFalse();
    assertThat(another.getAsBoolean()).isTrue();
    one.renew();
    other.renew();
    assertThat(ofOne.getAsBoolean()).isTrue();
    assertThat(ofOther.getAsBoolean()).isFalse();
  }

  @Test
  void stoppedNode_givesItsJobsUpAtOnce() {
    JobLeases one = node("one");
    JobLeases other = node("other");
    BooleanSupplier ofOne = one.job("sweep");
    BooleanSupplier ofOther = other.job("sweep");
    one.renew();
    one.close();
    other.renew();
    assertThat(ofOne.getAsBoolean()).isFalse();
    assertThat(ofOther.getAsBoolean()).isTrue();
  }

  @Test
  void lease_endsBeforeAnotherNodeCanHaveIt() {
    JobLeases one = node("one");
    JobLeases other = node("other");
    BooleanSupplier ofOne = one.job("sweep");
    BooleanSupplier ofOther = other.job("sweep");
    one.renew();
    nowMillis += JobLeases.LEASE.minus(JobLeases.MARGIN).toMillis() - 1;
    assertThat(ofOne.getAsBoolean()).isTrue();
    nowMillis++;
    assertThat(ofOne.getAsBoolean()).as("without a renewal").isFalse();
    other.renew();
    assertThat(ofOther.getAsBoolean()).as("the database's lease has not ended").isFalse();
    database.change(
        handle -> handle.execute("update job_lease set until_millis = until_millis - 10000"));
    other.renew();
    assertThat(ofOther.getAsBoolean()).isTrue();
    one.renew();
    assertThat(ofOne.getAsBoolean()).isFalse();
  }

  @Test
  void holders_areNodesWhoseLeasesHaveNotEnded() {
    JobLeases one = node("one");
    JobLeases other = node("other");
    JobLeases stopped = node("stopped");
    var _ = one.job("sweep");
    var _ = other.job("prune");
    var _ = stopped.job("notify");
    assertThat(JobLeases.holders(database)).isEmpty();
    one.renew();
    database.change(handle -> handle.execute("update job_lease set until_millis = 0"));
    other.renew();
    stopped.renew();
    assertThat(JobLeases.holders(database)).containsExactlyInAnyOrder("other", "stopped");
    stopped.close();
    assertThat(JobLeases.holders(database)).containsExactly("other");
  }

  @Test
  void onlyNode_hasEveryJob() {
    assertThat(JobLeases.ofOneNode().job("sweep").getAsBoolean()).isTrue();
  }
}
