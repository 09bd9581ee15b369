/** The static files of the dashboard and of the documentation. */
@NullMarked
package io.postrider.server.http.pages;

import org.jspecify.annotations.NullMarked;
