/** Privacy: accepts regulations, suppresses users, runs deletions and reports their progress. */
@NullMarked
package io.postrider.server.privacy;

import org.jspecify.annotations.NullMarked;
