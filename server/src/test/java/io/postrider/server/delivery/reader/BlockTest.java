package io.postrider.server.delivery.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.LogReader;
import io.postrider.log.MemoryLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlockTest {

  private final MemoryLog log = new MemoryLog();
  private final TestRecords records = new TestRecords();

  private Block block(long from) {
    try (LogReader reader = log.reader(0, from)) {
      return Block.of(0, reader.read(1 << 20));
    }
  }

  private static List<Integer> visited(Block block, int start, long destination, long... sources) {
    List<Integer> places = new ArrayList<>();
    block.visit(start, sources, destination, places::add);
    return places;
  }

  @Test
  void visit_findsTheRecordsOfTheSourcesInOrder() {
    for (long source : new long[] {1, 2, 3, 2, 1}) {
      records.append(log, source);
    }
    Block block = block(0);
    assertThat(visited(block, 0, 99, 1, 3)).containsExactly(0, 2, 4);
    assertThat(visited(block, 3, 99, 1, 2)).containsExactly(3, 4);
    assertThat(visited(block, 0, 99, 7)).isEmpty();
    assertThat(visited(block, 0, 99)).isEmpty();
  }

  @Test
  void visit_findsRecordsThatListTheDestination() {
    records.append(log, 1);
    records.append(log, 1, 50, 51);
    records.append(log, 1, 52);
    Block block = block(0);
    assertThat(visited(block, 0, 51, 9)).containsExactly(1);
    assertThat(visited(block, 0, 52, 1)).containsExactly(0, 2);
    assertThat(visited(block, 0, 53, 1)).containsExactly(0);
  }

  @Test
  void visit_returnsWhereItStopped() {
    for (int i = 0; i < 5; i++) {
      records.append(log, 1);
    }
    Block block = block(2);
    assertThat(block.from()).isEqualTo(2);
    assertThat(block.to()).isEqualTo(5);
    assertThat(block.contains(5)).isFalse();
    assertThat(block.visit(0, new long[] {1}, 9, place -> place < 1)).isEqualTo(1);
    assertThat(block.visit(0, new long[] {1}, 9, place -> true)).isEqualTo(3);
  }

  @Test
  void index_holdsAnyNumberOfSources() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Long> sources = new ArrayList<>();
    for (int i = 0; i < 700; i++) {
      long source = random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(5);
      sources.add(source);
      records.append(log, source);
    }
    Block block = block(0);
    for (long source : List.copyOf(sources)) {
      List<Integer> expected = new ArrayList<>();
      for (int place = 0; place < sources.size(); place++) {
        if (sources.get(place) == source) {
          expected.add(place);
        }
      }
      assertThat(visited(block, 0, 1, source)).as("seed %d", seed).isEqualTo(expected);
    }
    List<Long> ids = new ArrayList<>();
    block.sources().forEachId(ids::add);
    assertThat(ids).doesNotHaveDuplicates().containsAll(sources);
  }
}
