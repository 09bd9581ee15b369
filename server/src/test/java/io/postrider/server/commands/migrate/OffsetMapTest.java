package io.postrider.server.commands.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.delivery.OffsetTranslation.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OffsetMapTest {

  private static final int FIRST = 1_000;

  @TempDir Path folder;

  private OffsetMap map(int records, int partitions) throws Exception {
    return OffsetMap.create(folder.resolve("map"), FIRST, FIRST + records, partitions);
  }

  @Test
  void positions_areTheRecordsBefore_acrossSteps() throws Exception {
    int records = 2 * OffsetMap.STEP + 100;
    Random random = new Random(7);
    try (OffsetMap map = map(records, 5)) {
      long[] ends = new long[5];
      long[][] expected = new long[records + 1][];
      Place[] places = new Place[records];
      for (int i = 0; i < records; i++) {
        expected[i] = ends.clone();
        int partition = random.nextInt(5);
        places[i] = new Place(partition, ends[partition]++);
        map.add(partition);
      }
      expected[records] = ends;
      for (int i = 0; i <= records; i++) {
        if (i < 20 || i % 997 == 0 || Math.abs(i % OffsetMap.STEP) < 3 || i > records - 3) {
          assertThat(map.positions(FIRST + i)).as("offset %d", FIRST + i).isEqualTo(expected[i]);
        }
      }
      for (int i = 0; i < records; i += 13) {
        assertThat(map.place(FIRST + i)).isEqualTo(places[i]);
      }
    }
  }

  @Test
  void offsetsOutside_haveNoPlaceAndTheNearestPosition() throws Exception {
    try (OffsetMap map = map(2, 3)) {
      map.add(2);
      map.add(0);
      assertThat(map.place(FIRST - 1)).isNull();
      assertThat(map.place(FIRST + 2)).isNull();
      assertThat(map.positions(5)).containsExactly(0, 0, 0);
      assertThat(map.positions(FIRST + 99)).containsExactly(1, 0, 1);
      assertThatThrownBy(() -> map.add(0)).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void emptyLog_hasPositionsOnly() throws Exception {
    try (OffsetMap map = map(0, 2)) {
      assertThat(map.positions(FIRST)).containsExactly(0, 0);
      assertThat(map.place(FIRST)).isNull();
    }
  }

  @Test
  void closedMap_leavesNoFile() throws Exception {
    map(10, 2).close();
    assertThat(Files.exists(folder.resolve("map"))).isFalse();
  }
}
