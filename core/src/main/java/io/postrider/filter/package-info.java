/** Destination filters, which drop messages, sample them, or remove fields. */
@NullMarked
package io.postrider.filter;

import org.jspecify.annotations.NullMarked;
