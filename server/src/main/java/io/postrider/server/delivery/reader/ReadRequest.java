package io.postrider.server.delivery.reader;

import io.postrider.message.RecordView;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A delivery that is tried again and needs its record once more.
 *
 * @param answer called once, on a reading thread; null if retention has taken the record away
 */
public record ReadRequest(int partition, long offset, Consumer<@Nullable RecordView> answer) {}
