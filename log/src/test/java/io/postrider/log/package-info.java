@NullMarked
package io.postrider.log;

import org.jspecify.annotations.NullMarked;
