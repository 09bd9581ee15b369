/** The baselines: the product's HTTP server with almost no work. */
@NullMarked
package io.postrider.bench.baseline;

import org.jspecify.annotations.NullMarked;
