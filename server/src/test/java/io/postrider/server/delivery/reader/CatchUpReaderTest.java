package io.postrider.server.delivery.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.delivery.Candidate;
import io.postrider.log.MemoryLog;
import io.postrider.message.RecordView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CatchUpReaderTest {

  /** Everything from some sources. */
  private record FromSources(List<Long> from) implements RecordSelection {
    @Override
    public long[] sources() {
      return from.stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public long destination() {
      return 77;
    }

    @Override
    public boolean takes(int partition, long offset, RecordView record) {
      return true;
    }
  }

  private final MemoryLog log = new MemoryLog();
  private final TestRecords records = new TestRecords();
  private final CatchUpReader catchUp = CatchUpReader.start(log, 2);

  @AfterEach
  void close() {
    catchUp.close();
  }

  private CatchUpRequest.Result feed(long from, int most, long limit, Long... sources)
      throws Exception {
    CompletableFuture<CatchUpRequest.Result> answer = new CompletableFuture<>();
    catchUp.feed(
        new CatchUpRequest(
            0,
            from,
            most,
            1 << 20,
            new FromSources(List.of(sources)),
            () -> limit,
            answer::complete));
    return answer.get(60, TimeUnit.SECONDS);
  }

  private static List<Long> offsets(CatchUpRequest.Result feed) {
    return feed.found().stream().map(Candidate::offset).toList();
  }

  private void fill(int count) {
    for (int i = 0; i < count; i++) {
      records.append(log, i % 3);
    }
  }

  @Test
  void feed_findsMessagesUpToTheLivePosition() throws Exception {
    fill(12);
    CatchUpRequest.Result feed = feed(2, 100, 10, 0L);
    assertThat(offsets(feed)).containsExactly(3L, 6L, 9L);
    assertThat(feed.from()).isEqualTo(2);
    assertThat(feed.to()).isEqualTo(10);
  }

  @Test
  void feed_stopsAtItsLimit() throws Exception {
    fill(12);
    CatchUpRequest.Result first = feed(0, 2, 12, 0L, 1L);
    assertThat(offsets(first)).containsExactly(0L, 1L);
    CatchUpRequest.Result second = feed(first.to(), 3, 12, 0L, 1L);
    assertThat(offsets(second)).containsExactly(3L, 4L, 6L);
  }

  @Test
  void feed_reportsExpiredOffsets() throws Exception {
    fill(12);
    log.expireBefore(5);
    CatchUpRequest.Result feed = feed(1, 100, 12, 2L);
    assertThat(feed.from()).isEqualTo(5);
    assertThat(offsets(feed)).containsExactly(5L, 8L, 11L);
  }

  @Test
  void feedAtTheLivePosition_isAnsweredAtOnce() throws Exception {
    fill(3);
    CatchUpRequest.Result feed = feed(3, 100, 3, 0L);
    assertThat(feed.to()).isEqualTo(3);
    assertThat(feed.found()).isEmpty();
  }

  @Test
  void manyDestinations_areAllServed() {
    fill(600);
    Map<Integer, CatchUpRequest.Result> answers = new ConcurrentHashMap<>();
    for (int i = 0; i < 200; i++) {
      int number = i;
      catchUp.feed(
          new CatchUpRequest(
              0,
              i,
              1000,
              1 << 20,
              new FromSources(List.of(0L)),
              () -> 600,
              feed -> answers.put(number, feed)));
    }
    await().until(() -> answers.size() == 200);
    answers.forEach((from, feed) -> assertThat(feed.to()).isEqualTo(600));
  }

  @Test
  void reads_areAnsweredInAnyOrder() {
    fill(300);
    log.expireBefore(10);
    Map<Long, Optional<Long>> found = new ConcurrentHashMap<>();
    List<ReadRequest> requests = new ArrayList<>();
    for (long offset : new long[] {299, 10, 9, 150, 11, 0}) {
      requests.add(
          new ReadRequest(
              0,
              offset,
              record ->
                  found.put(offset, Optional.ofNullable(record).map(RecordView::sourceBits))));
    }
    catchUp.read(requests);
    await().until(() -> found.size() == 6);
    assertThat(found)
        .containsEntry(299L, Optional.of(2L))
        .containsEntry(10L, Optional.of(1L))
        .containsEntry(150L, Optional.of(0L))
        .containsEntry(11L, Optional.of(2L))
        .containsEntry(9L, Optional.empty())
        .containsEntry(0L, Optional.empty());
  }
}
