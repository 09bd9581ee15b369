/** What the product is measured against: its own HTTP server, with next to no work behind it. */
@NullMarked
package io.postrider.bench.baseline;

import org.jspecify.annotations.NullMarked;
