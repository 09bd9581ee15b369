/** Cursors, replays, routing rules and statistics in SQL. */
@NullMarked
package io.postrider.server.delivery.sql;

import org.jspecify.annotations.NullMarked;
