/** Identifiers of sources, destinations, computations and regulations. */
@NullMarked
package io.postrider.id;

import org.jspecify.annotations.NullMarked;
