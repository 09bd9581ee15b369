/** Operations: health, readiness, metrics, log lines. */
@NullMarked
package io.postrider.server.ops;

import org.jspecify.annotations.NullMarked;
