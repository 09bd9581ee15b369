/** Delivering: a cheap receiver, the bare HTTP client as a baseline, and what is measured. */
@NullMarked
package io.postrider.bench.deliver;

import org.jspecify.annotations.NullMarked;
