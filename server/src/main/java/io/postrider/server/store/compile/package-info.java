/**
 * Turns definitions of audiences and computed traits into SQL, for SQLite and PostgreSQL alike.
 * Whatever a definition says is bound to statements, and never part of their text.
 */
@NullMarked
package io.postrider.server.store.compile;

import org.jspecify.annotations.NullMarked;
