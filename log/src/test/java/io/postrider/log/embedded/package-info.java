@NullMarked
package io.postrider.log.embedded;

import org.jspecify.annotations.NullMarked;
