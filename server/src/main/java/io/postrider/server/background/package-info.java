/** Background work: tasks with back-off, and followers that read the whole log. */
@NullMarked
package io.postrider.server.background;

import org.jspecify.annotations.NullMarked;
