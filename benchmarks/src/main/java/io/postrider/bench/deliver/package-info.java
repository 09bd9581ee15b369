/**
 * The processes of the delivery benchmark: a fast receiver, and a bare HTTP client as the baseline.
 */
@NullMarked
package io.postrider.bench.deliver;

import org.jspecify.annotations.NullMarked;
