package io.postrider.server.usage;

import io.postrider.id.SourceId;
import io.postrider.message.MessageType;

/**
 * Calls of one source, type and day.
 *
 * @param day the days since 1970, in UTC, by when the calls were received
 * @param filtered how many of them were kept from every destination by their event's name
 * @param filteredServer how many of those came while the source was one of a server
 */
public record CallCount(
    SourceId source, int day, MessageType type, long calls, long filtered, long filteredServer) {}
