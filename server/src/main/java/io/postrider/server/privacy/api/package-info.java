/** The admin API for regulations and suppressions. */
@NullMarked
package io.postrider.server.privacy.api;

import org.jspecify.annotations.NullMarked;
