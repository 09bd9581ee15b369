/** Counting what was taken in: calls by source, type and day, and the track events of a source. */
@NullMarked
package io.postrider.server.usage;

import org.jspecify.annotations.NullMarked;
