/** Tokens and audit entries in SQL. */
@NullMarked
package io.postrider.server.access.sql;

import org.jspecify.annotations.NullMarked;
