/** IDs of sources, destinations and regulations; names on the wire. */
@NullMarked
package io.postrider.id;

import org.jspecify.annotations.NullMarked;
