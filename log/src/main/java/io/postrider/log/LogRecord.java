package io.postrider.log;

import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * One record as read from the log.
 *
 * @param offset its place in the partition
 * @param appendedAt when it was appended; never earlier than the record before it
 * @param bytes its content, read-only, from position to limit
 */
public record LogRecord(long offset, Instant appendedAt, ByteBuffer bytes) {}
