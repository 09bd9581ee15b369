/** What is configured: sources, destinations, filters and definitions, live in memory. */
@NullMarked
package io.postrider.server.catalog;

import org.jspecify.annotations.NullMarked;
