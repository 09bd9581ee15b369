/** Rejected calls: a bounded, durable sample of them, and exact counts by code. */
@NullMarked
package io.postrider.server.rejected;

import org.jspecify.annotations.NullMarked;
