/** A durable log of opaque records: the interface and the in-memory implementation. */
@NullMarked
package io.postrider.log;

import org.jspecify.annotations.NullMarked;
