package io.postrider.server.ledger.index;

import java.util.List;

/**
 * Numbers of entries over time.
 *
 * @param rows by time, then group; intervals and groups without entries have none
 * @param complete false if they are lower bounds: a filter for event names met the "other" names of
 *     a run, there are more groups than an answer may have, or counting a user's entries would read
 *     too many blocks
 */
public record AttemptCounts(List<CountRow> rows, boolean complete) {}
