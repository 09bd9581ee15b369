/** The dashboard's static files. */
@NullMarked
package io.postrider.server.http.pages;

import org.jspecify.annotations.NullMarked;
