package org.gmt4j.cli.profile;

import java.util.List;
import java.util.Locale;

/** The shares of roles as bars, an SVG picture. Set-up. */
final class RoleBars {
    private static final int LEFT = 110;
    private static final int WIDTH = 480;
    private static final int TOP = 40;
    private static final int ROW = 20;
    private static final String[] NAMES = {"running", "other role", "waiting", "idle"};
    private static final String[] COLOURS = {"#2166ac", "#92c5de", "#f4a582", "#e8e8e8"};

    private RoleBars() {
    }

    static String svg(final List<RoleShare> roles) {
        final StringBuilder svg = new StringBuilder();
        svg.append(format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            + "font-family=\"sans-serif\" font-size=\"12\">\n",
            LEFT + WIDTH + 20, TOP + roles.size() * ROW + 10));
        for (int i = 0; i < NAMES.length; i++) {
            final int x = LEFT + i * WIDTH / NAMES.length;
            svg.append(format("<rect x=\"%d\" y=\"10\" width=\"12\" height=\"12\" fill=\"%s\"/><text "
                + "x=\"%d\" y=\"20\">%s</text>\n", x, COLOURS[i],
                x + 16, NAMES[i]));
        }
        for (int row = 0; row < roles.size(); row++) {
            bar(svg, roles.get(row), TOP + row * ROW);
        }
        return svg.append("</svg>\n").toString();
    }

    private static void bar(final StringBuilder svg, final RoleShare share, final int y) {
        final double[] parts = {share.running(), share.others(), share.waiting(), share.idle()};
        svg.append(format("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", LEFT - 8, y + 12,
            HeatMap.escaped("node " + share.node() + " " + share.role())));
        double x = LEFT;
        for (int i = 0; i < parts.length; i++) {
            final double width = parts[i] * WIDTH;
            svg.append(format("<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"><title>%s "
                + "%.1f %%</title></rect>\n", x, y, width,
                ROW - 4, COLOURS[i], NAMES[i], 100 * parts[i]));
            x += width;
        }
    }

    private static String format(final String pattern, final Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
