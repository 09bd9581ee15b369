/** Usage in SQL. */
@NullMarked
package io.postrider.server.usage.sql;

import org.jspecify.annotations.NullMarked;
