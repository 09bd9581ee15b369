/** Filters of destinations as the admin API reads and writes them. */
@NullMarked
package io.postrider.server.control.filters;

import org.jspecify.annotations.NullMarked;
