/**
 * Destination filters that drop messages, sample them, or remove fields.
 *
 * <p>{@code Filter} and its parts are data; {@code Filters} compiles them and evaluates them on
 * records, parsing as little JSON as possible.
 */
@NullMarked
package io.postrider.filter;

import org.jspecify.annotations.NullMarked;
