/**
 * Access to SQLite and PostgreSQL: connections, transactions, schemas, dialects, sealed secrets.
 */
@NullMarked
package io.postrider.server.database;

import org.jspecify.annotations.NullMarked;
