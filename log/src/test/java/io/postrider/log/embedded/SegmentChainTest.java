package io.postrider.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.log.LogCorruptException;
import io.postrider.log.LogIdentity;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class SegmentChainTest {

  private static final LogIdentity OURS = new LogIdentity(new UUID(1, 1));

  @Test
  void noSegments_areAnEmptyChain() {
    assertThat(chain()).isEmpty();
  }

  @Test
  void segments_areOldestFirst() {
    assertThat(ids(chain(of(3, 2), of(2, 1), of(4, 3)))).containsExactly(2L, 3L, 4L);
  }

  @Test
  void idsBetween_areSuperseded() {
    List<SegmentHeader> chain = chain(of(1, 0), of(2, 1), of(3, 1), of(6, 1));
    assertThat(ids(chain)).containsExactly(1L, 6L);
  }

  @Test
  void supersededSegmentOfAnExpiredPredecessor_isNoGap() {
    List<SegmentHeader> chain = chain(of(4, 2), of(5, 2), of(6, 5));
    assertThat(ids(chain)).containsExactly(5L, 6L);
  }

  @Test
  void gap_isReported() {
    assertThatThrownBy(() -> chain(of(1, 0), of(3, 2)))
        .isInstanceOf(LogCorruptException.class)
        .hasMessageContaining("file 2 is missing")
        .hasMessageContaining("file 1");
  }

  @Test
  void otherLog_isReported() {
    SegmentHeader other =
        new SegmentHeader(new LogIdentity(new UUID(2, 2)), 1, 0, 0, 0, 0, SegmentHeader.BYTES);
    assertThatThrownBy(() -> chain(other, of(2, 1)))
        .isInstanceOf(LogCorruptException.class)
        .hasMessageContaining("does not belong to this log");
  }

  @Test
  void segmentThatContinuesItself_isReported() {
    assertThatThrownBy(() -> chain(of(2, 2))).isInstanceOf(LogCorruptException.class);
  }

  private static List<SegmentHeader> chain(SegmentHeader... headers) {
    TreeMap<Long, SegmentHeader> found = new TreeMap<>();
    for (SegmentHeader header : headers) {
      found.put(header.id(), header);
    }
    return SegmentChain.of(found, id -> "file " + id);
  }

  private static SegmentHeader of(long id, long previousId) {
    return new SegmentHeader(OURS, id, 10 * id, 0, previousId, 5000, SegmentHeader.BYTES);
  }

  private static List<Long> ids(List<SegmentHeader> chain) {
    return chain.stream().map(SegmentHeader::id).toList();
  }
}
