/** What web pages load: the browser library and its settings. */
@NullMarked
package io.postrider.server.ingest.browser;

import org.jspecify.annotations.NullMarked;
