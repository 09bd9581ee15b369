package io.postrider.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.SourceId;
import io.postrider.privacy.Deletion.Decide;
import io.postrider.privacy.Deletion.End;
import io.postrider.privacy.Deletion.Erase;
import io.postrider.privacy.Deletion.Follow;
import io.postrider.privacy.Deletion.Send;
import io.postrider.privacy.Deletion.Work;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeletionTest {

  private static final SourceId ONE = new SourceId(1);
  private static final SourceId TWO = new SourceId(2);

  private static Deletion running(
      int subjects, boolean erased, DeleteCounts counts, Work... sources) {
    return new Deletion(
        RegulationStatus.RUNNING, subjects, erased, false, List.of(sources), counts);
  }

  private static Deletion initialized(boolean erased) {
    return new Deletion(
        RegulationStatus.INITIALIZED, 1, erased, false, List.of(), DeleteCounts.NONE);
  }

  @Test
  void firstStep_erasesStoredData() {
    assertThat(initialized(false).next()).isEqualTo(new Erase());
  }

  @Test
  void secondStep_determinesAffectedSources() {
    assertThat(initialized(true).next()).isEqualTo(new Decide());
  }

  @Test
  void deletes_areSentSourceBySourceInChunks() {
    int subjects = Deletion.CHUNK + 1;
    Work begun = new Work(0, ONE, Deletion.CHUNK);
    Work next = new Work(1, TWO, 0);
    assertThat(running(subjects, true, DeleteCounts.waiting(5), begun, next).next())
        .isEqualTo(new Send(begun, Deletion.CHUNK, subjects));
    Work done = new Work(0, ONE, subjects);
    assertThat(running(subjects, true, DeleteCounts.waiting(5), done, next).next())
        .isEqualTo(new Send(next, 0, Deletion.CHUNK));
  }

  @Test
  void sentMessages_areFollowedToTheirEnd() {
    Work done = new Work(0, ONE, 1);
    assertThat(running(1, true, DeleteCounts.waiting(1), done).next()).isEqualTo(new Follow());
    assertThat(running(1, true, new DeleteCounts(0, 1, 0, 0, 0, null), done).next())
        .isEqualTo(new End(RegulationStatus.FINISHED));
  }

  @Test
  void noAffectedSources_isFinished() {
    assertThat(running(1, true, DeleteCounts.NONE).next())
        .isEqualTo(new End(RegulationStatus.FINISHED));
  }

  @Test
  void counts_giveTheStatus() {
    assertThat(new DeleteCounts(1, 9, 9, 0, 0, "dns").status()).isEqualTo(RegulationStatus.RUNNING);
    assertThat(new DeleteCounts(0, 9, 0, 0, 0, "dns").status())
        .isEqualTo(RegulationStatus.FINISHED);
    assertThat(new DeleteCounts(0, 9, 1, 0, 0, "dns").status())
        .isEqualTo(RegulationStatus.PARTIAL_SUCCESS);
    assertThat(new DeleteCounts(0, 9, 0, 1, 0, null).status())
        .isEqualTo(RegulationStatus.PARTIAL_SUCCESS);
    assertThat(new DeleteCounts(0, 9, 0, 0, 1, null).status())
        .isEqualTo(RegulationStatus.PARTIAL_SUCCESS);
    assertThat(new DeleteCounts(0, 0, 1, 0, 0, "dns").status()).isEqualTo(RegulationStatus.FAILED);
  }

  @Test
  void counts_addUp() {
    assertThat(
            new DeleteCounts(1, 2, 3, 4, 5, "dns").plus(new DeleteCounts(10, 20, 30, 40, 50, null)))
        .isEqualTo(new DeleteCounts(11, 22, 33, 44, 55, "dns"));
    assertThat(DeleteCounts.waiting(1).plus(new DeleteCounts(0, 0, 1, 0, 0, "tls")).reason())
        .isEqualTo("tls");
  }

  @Test
  void abandoned_failsWaitingMessages() {
    assertThat(new DeleteCounts(2, 3, 1, 0, 0, "dns").abandoned())
        .isEqualTo(new DeleteCounts(0, 3, 3, 0, 0, DeleteCounts.DESTINATION_DELETED));
    assertThat(new DeleteCounts(0, 3, 1, 0, 0, "dns").abandoned().reason()).isEqualTo("dns");
  }
}
