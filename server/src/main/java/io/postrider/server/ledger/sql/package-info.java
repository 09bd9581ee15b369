/** The gaps of the ledger in SQL. */
@NullMarked
package io.postrider.server.ledger.sql;

import org.jspecify.annotations.NullMarked;
