/** The log in segment files of one folder: group commit, recovery, reads, retention. */
@NullMarked
package io.postrider.log.embedded;

import org.jspecify.annotations.NullMarked;
