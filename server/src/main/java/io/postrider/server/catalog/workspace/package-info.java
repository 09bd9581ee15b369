/** The workspace file: reading, planning, applying, watching and exporting. */
@NullMarked
package io.postrider.server.catalog.workspace;

import org.jspecify.annotations.NullMarked;
