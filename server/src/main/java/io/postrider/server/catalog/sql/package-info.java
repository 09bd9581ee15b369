/** The catalog in SQL. */
@NullMarked
package io.postrider.server.catalog.sql;

import org.jspecify.annotations.NullMarked;
