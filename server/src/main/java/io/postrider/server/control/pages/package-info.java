/** What a browser is served: the dashboard, or a page that stands in for it. */
@NullMarked
package io.postrider.server.control.pages;

import org.jspecify.annotations.NullMarked;
