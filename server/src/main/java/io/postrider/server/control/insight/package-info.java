/** The part of the admin API that shows the whole at a glance, and what operators were told. */
@NullMarked
package io.postrider.server.control.insight;

import org.jspecify.annotations.NullMarked;
