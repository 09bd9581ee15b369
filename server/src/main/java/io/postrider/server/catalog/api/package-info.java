/** The admin API for sources, destinations, definitions and workspace settings. */
@NullMarked
package io.postrider.server.catalog.api;

import org.jspecify.annotations.NullMarked;
