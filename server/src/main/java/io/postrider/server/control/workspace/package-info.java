/** The part of the admin API that is about the installation as a whole. */
@NullMarked
package io.postrider.server.control.workspace;

import org.jspecify.annotations.NullMarked;
