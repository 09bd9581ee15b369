/** Reads the log for delivery: the live reader, catch-up, and indexed blocks. */
@NullMarked
package io.postrider.server.delivery.reader;

import org.jspecify.annotations.NullMarked;
