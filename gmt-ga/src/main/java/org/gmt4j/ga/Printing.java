package org.gmt4j.ga;

import java.util.Locale;

/** Elements as text. Stateless. */
final class Printing {
    private Printing() {
    }

    /** Returns a line for each row. */
    static String text(final Tile tile, final Box box) {
        if (box.isEmpty()) {
            return "";
        }
        final StringBuilder text = new StringBuilder();
        final int columns = Math.toIntExact(box.extent(box.dims() - 1));
        final int count = Math.toIntExact(box.size());
        for (int i = 0; i < count; i++) {
            text.append(element(tile, i)).append((i + 1) % columns == 0 ? '\n' : ' ');
        }
        return text.toString();
    }

    private static String element(final Tile tile, final int i) {
        return switch (tile.type()) {
            case INT -> String.format(Locale.ROOT, "%10d", tile.ints()[i]);
            case LONG -> String.format(Locale.ROOT, "%12d", tile.longs()[i]);
            case FLOAT -> String.format(Locale.ROOT, "%12.5g", tile.floats()[i]);
            case DOUBLE -> String.format(Locale.ROOT, "%14.7g", tile.doubles()[i]);
            case COMPLEX -> String.format(Locale.ROOT, "%14.7g%+14.7gi", tile.doubles()[2 * i],
                tile.doubles()[2 * i + 1]);
        };
    }
}
