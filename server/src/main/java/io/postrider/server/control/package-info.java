/** The admin API: sources, their keys, and the catalog snapshot that every node lives by. */
@NullMarked
package io.postrider.server.control;

import org.jspecify.annotations.NullMarked;
