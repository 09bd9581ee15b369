/**
 * SQL behind the ports that other packages declare: SQLite by default, PostgreSQL when outgrown.
 */
@NullMarked
package io.postrider.server.store;

import org.jspecify.annotations.NullMarked;
