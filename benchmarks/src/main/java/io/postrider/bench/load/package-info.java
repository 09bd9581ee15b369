/** The load generator: a process of its own, as cheap as it can be. */
@NullMarked
package io.postrider.bench.load;

import org.jspecify.annotations.NullMarked;
