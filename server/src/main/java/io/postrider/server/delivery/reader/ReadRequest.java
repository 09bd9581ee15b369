package io.postrider.server.delivery.reader;

import io.postrider.message.RecordView;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request to read one record again, for a retry.
 *
 * @param answer called once, on a reader thread; null if retention has deleted the record
 */
public record ReadRequest(int partition, long offset, Consumer<@Nullable RecordView> answer) {}
