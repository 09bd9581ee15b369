/** The log kept in segment files of one folder: writing, recovery, reading, retention. */
@NullMarked
package io.postrider.log.embedded;

import org.jspecify.annotations.NullMarked;
