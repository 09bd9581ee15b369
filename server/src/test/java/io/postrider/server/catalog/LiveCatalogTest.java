package io.postrider.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.postrider.message.SourceType;
import io.postrider.route.NewEventPolicy;
import io.postrider.route.Source;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.background.BackgroundTask;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.http.admin.ApiTests;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class LiveCatalogTest extends ApiTests {

  private Source createElsewhere() {
    Source source =
        new NewSource("elsewhere", SourceType.WEB, true, null, NewEventPolicy.ALLOW)
            .create(new KeyGenerator(new SecureRandom()), now);
    store.create(source, 100);
    return source;
  }

  @Test
  void change_ofAnotherNodeIsApplied() {
    Source source = createElsewhere();
    assertThat(catalog.current().source(source.id())).isEmpty();
    catalog.refresh();
    assertThat(catalog.current().source(source.id())).contains(source);
  }

  @Test
  void catalog_isReadOnlyIfItChanged() {
    int before = access.reads.get();
    catalog.refresh();
    catalog.refresh();
    assertThat(access.reads.get()).as("reads of the version").isEqualTo(before + 2);
  }

  @Test
  void snapshot_staysWhileTheDatabaseIsUnavailable() {
    Source source = createElsewhere();
    catalog.refresh();
    access.goAway();
    assertThatThrownBy(catalog::refresh).isInstanceOf(DatabaseUnavailableException.class);
    assertThat(catalog.current().source(source.id())).contains(source);

    access.comeBack();
    Source later = createElsewhere();
    catalog.refresh();
    assertThat(catalog.current().source(later.id())).contains(later);
  }

  @Test
  void databaseOutage_isLoggedOnceAndSoIsTheRecovery() {
    try (RecordingLog log = RecordingLog.open();
        BackgroundTask follower = catalog.follow(Duration.ofMillis(5))) {
      assertThat(follower).isNotNull();
      access.goAway();
      int before = access.reads.get();
      await().until(() -> access.reads.get() > before + 3);
      access.comeBack();
      await().until(() -> log.linesOf(BackgroundTask.class).size() == 2);
      assertThat(log.linesOf(BackgroundTask.class))
          .satisfiesExactly(
              failed -> assertThat(failed).contains("Cannot refresh the catalog"),
              recovered -> assertThat(recovered).contains("recovered"));
    }
  }

  @Test
  void follower_continuesAfterABug() {
    access.breakDown("bug");
    try (BackgroundTask follower = catalog.follow(Duration.ofMillis(5))) {
      assertThat(follower).isNotNull();
      access.comeBack();
      Source source = createElsewhere();
      await().until(() -> catalog.current().source(source.id()).isPresent());
    }
  }

  @Test
  void listener_runsBeforeASnapshotIsCurrent() throws Exception {
    List<Integer> heard = new ArrayList<>();
    List<Integer> inForce = new ArrayList<>();
    catalog.listen(
        changed -> {
          heard.add(changed.sources().size());
          inForce.add(catalog.current().sources().size());
        });
    assertThat(heard).containsExactly(0);
    create("here");
    assertThat(heard).containsExactly(0, 1);
    createElsewhere();
    catalog.refresh();
    catalog.refresh();
    assertThat(heard).containsExactly(0, 1, 2);
    assertThat(inForce).containsExactly(0, 0, 1);
    assertThat(catalog.current().sources()).hasSize(2);
  }

  @Test
  void failedListener_isCalledAgain() {
    AtomicInteger heard = new AtomicInteger();
    catalog.listen(
        changed -> {
          if (heard.incrementAndGet() == 2) {
            throw new IllegalStateException("not now");
          }
        });
    Source source = createElsewhere();
    assertThatThrownBy(catalog::refresh).hasMessage("not now");
    assertThat(catalog.current().source(source.id())).isEmpty();
    catalog.refresh();
    assertThat(heard).hasValue(3);
    assertThat(catalog.current().source(source.id())).contains(source);
  }

  @Test
  void response_waitsForListeners() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch applied = new CountDownLatch(1);
    catalog.listen(
        changed -> {
          if (!changed.sources().isEmpty()) {
            asked.countDown();
            awaitQuietly(applied);
          }
        });
    try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
      Future<Reply> creating = executor.submit(() -> create("slow"));
      assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(creating.isDone()).isFalse();
      applied.countDown();
      assertThat(creating.get(60, TimeUnit.SECONDS).status()).isEqualTo(201);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }
}
