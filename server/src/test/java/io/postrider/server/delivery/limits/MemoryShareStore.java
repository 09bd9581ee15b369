package io.postrider.server.delivery.limits;

import java.util.ArrayList;
import java.util.List;

/** Shares in memory, with a clock that the test sets. */
final class MemoryShareStore implements ShareStore {

  private List<ShareRow> rows = new ArrayList<>();
  long nowMillis;

  @Override
  public Lease lease(String node, List<ShareRequest> requests) {
    ShareTable.Decision decision = new ShareTable(rows, nowMillis).decide(node, requests);
    for (ShareRow written : decision.written()) {
      rows.removeIf(row -> row.node().equals(node) && row.key().equals(written.key()));
      rows.add(written);
    }
    return decision.lease();
  }

  @Override
  public void release(String node) {
    rows.removeIf(row -> row.node().equals(node));
  }

  List<ShareRow> rows() {
    return List.copyOf(rows);
  }
}
