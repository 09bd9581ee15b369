/**
 * What a destination's owner does not want sent there: filters that drop messages, keep a share of
 * them, or leave fields out.
 *
 * <p>{@code Filter} and what it is made of are data; {@code Filters} makes a list of them ready and
 * asks it of records, without parsing more of their JSON than it must.
 */
@NullMarked
package io.postrider.filter;

import org.jspecify.annotations.NullMarked;
