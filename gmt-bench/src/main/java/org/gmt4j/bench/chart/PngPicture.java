package org.gmt4j.bench.chart;

import java.io.IOException;
import org.gmt4j.cli.CliException;

/**
 * Our own SVG pictures as PNG, by Java2D without a display (decision 0011). Stateless; any thread; some hundred
 * milliseconds at first.
 */
public final class PngPicture {
    private PngPicture() {
    }

    /**
     * The picture, twice as large where that is not too large.
     *
     * @throws CliException GMT-624 where this Java platform cannot draw: without java.desktop, its libraries, or any
     *                      font
     */
    public static byte[] of(final String svg) {
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
        try {
            // a class of its own: without java.desktop it is that class which cannot be linked
            return Java2dDrawing.png(svg);
        } catch (final IOException | RuntimeException | LinkageError | InternalError e) {
            throw CliException.failed("GMT-624", "no PNG: this Java platform cannot draw (" + root(e)
                + "). Install the JDK with its desktop libraries (libfreetype, fontconfig) and a font, "
                + "such as the Debian packages fontconfig and fonts-dejavu-core; or take the SVG.", e);
        }
    }

    private static Throwable root(final Throwable e) {
        return e.getCause() == null ? e : root(e.getCause());
    }
}
