/** The load generator: a separate process that uses as little CPU as possible. */
@NullMarked
package io.postrider.bench.load;

import org.jspecify.annotations.NullMarked;
