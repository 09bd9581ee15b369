/** Regulations, suppressions and seen users in SQL. */
@NullMarked
package io.postrider.server.privacy.sql;

import org.jspecify.annotations.NullMarked;
