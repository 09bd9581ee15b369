/** A durable log of opaque records: the port, its meaning, and the one kept in memory. */
@NullMarked
package io.postrider.log;

import org.jspecify.annotations.NullMarked;
