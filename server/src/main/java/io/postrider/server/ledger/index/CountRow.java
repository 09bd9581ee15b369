package io.postrider.server.ledger.index;

import java.time.Instant;
import java.util.List;

/**
 * A number of entries.
 *
 * @param from the beginning of the interval
 * @param group the values of the dimensions asked for, in their order
 */
public record CountRow(Instant from, List<String> group, long count) {}
