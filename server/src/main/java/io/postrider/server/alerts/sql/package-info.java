/** Notifications in SQL. */
@NullMarked
package io.postrider.server.alerts.sql;

import org.jspecify.annotations.NullMarked;
