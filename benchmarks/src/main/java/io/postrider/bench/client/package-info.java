/** The client libraries that {@code ./bench client} compares: ours, and the best-known one. */
@NullMarked
package io.postrider.bench.client;

import org.jspecify.annotations.NullMarked;
