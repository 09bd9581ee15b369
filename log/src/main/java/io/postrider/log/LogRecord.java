package io.postrider.log;

import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * A record read from the log.
 *
 * @param appendedAt the append time; never earlier than that of the previous record
 * @param bytes its content, read-only, from position to limit
 */
public record LogRecord(long offset, Instant appendedAt, ByteBuffer bytes) {}
