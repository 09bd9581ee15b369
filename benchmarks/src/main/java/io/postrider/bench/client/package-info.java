/** The client libraries that {@code ./bench client} compares: Postrider's and Segment's. */
@NullMarked
package io.postrider.bench.client;

import org.jspecify.annotations.NullMarked;
