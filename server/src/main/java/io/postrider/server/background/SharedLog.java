package io.postrider.server.background;

import java.util.function.IntPredicate;

/**
 * How followers of several nodes share a log.
 *
 * @param mayFollow whether this node is the one that follows a partition now
 * @param repeats the records that are skipped
 */
public record SharedLog(IntPredicate mayFollow, RepeatedRecords repeats) {}
