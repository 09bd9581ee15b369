/** The manifest of the data folder: which files must exist, and which were set aside. */
@NullMarked
package io.postrider.server.folder;

import org.jspecify.annotations.NullMarked;
