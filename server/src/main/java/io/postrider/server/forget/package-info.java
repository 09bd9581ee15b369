/** The command that has users forgotten: reads their ids, asks a running service, and watches. */
@NullMarked
package io.postrider.server.forget;

import org.jspecify.annotations.NullMarked;
