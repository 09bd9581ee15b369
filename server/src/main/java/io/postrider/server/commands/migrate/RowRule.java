package io.postrider.server.commands.migrate;

import java.util.List;

/** Decides which rows of the new table stand for those of the old one. For one run of one table. */
interface RowRule {

  /** The rows for the next one; rows come in the order of their first column. */
  List<Row> apply(Row row);

  /** The rows that are left after the last one. */
  default List<Row> finish() {
    return List.of();
  }
}
