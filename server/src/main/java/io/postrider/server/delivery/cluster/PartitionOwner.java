package io.postrider.server.delivery.cluster;

import java.time.Instant;

/**
 * The node that last said it delivers a partition.
 *
 * @param epoch the epoch under which it delivers
 * @param seenAt when it last said so, by its own clock
 */
public record PartitionOwner(int partition, String node, long epoch, Instant seenAt) {}
