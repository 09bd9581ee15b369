/** Which node delivers a partition: the life of a claim, and how long a node may trust its own. */
@NullMarked
package io.postrider.ownership;

import org.jspecify.annotations.NullMarked;
