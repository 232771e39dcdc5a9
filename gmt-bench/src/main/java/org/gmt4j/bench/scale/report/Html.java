package org.gmt4j.bench.scale.report;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes HTML; all text is escaped here and nowhere else. Not thread-safe. */
final class Html {
    private final StringBuilder out = new StringBuilder(16384);

    /** As text or as a quoted attribute. What HTML forbids becomes a blank. */
    static String escaped(final String text) {
        final StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(c < ' ' && c != '\n' && c != '\t' || c >= 0x7F && c < 0xA0 || c >= 0xD800 && c <= 0xDFFF ? " "
                    : Character.toString(c));
            }
        });
        return escaped.toString();
    }

    /** What is HTML already. */
    Html raw(final String html) {
        out.append(html).append('\n');
        return this;
    }

    Html element(final String name, final String text) {
        return raw("<" + name + ">" + escaped(text) + "</" + name + ">");
    }

    Html element(final String name, final String kind, final String text) {
        return raw("<" + name + " class=\"" + kind + "\">" + escaped(text) + "</" + name + ">");
    }

    Html list(final String kind, final List<String> items) {
        return items.isEmpty() ? this : raw("<ul class=\"" + kind + "\">" + items.stream().map(item -> "<li>" + escaped(item) + "</li>").collect(
            Collectors.joining()) + "</ul>");
    }

    /** A table that may be scrolled sideways; the first column heads each row. */
    Html table(final String caption, final List<String> columns, final List<List<String>> rows) {
        raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" + escaped(caption) + "\"><table><caption>" + escaped(caption)
            + "</caption>");
        raw("<thead><tr>" + columns.stream().map(column -> "<th scope=\"col\">" + escaped(column) + "</th>").collect(Collectors.joining())
            + "</tr></thead><tbody>");
        for (final List<String> row : rows) {
            final StringBuilder cells = new StringBuilder("<tr>");
            for (int i = 0; i < row.size(); i++) {
                cells.append(i == 0 ? "<th scope=\"row\">" : "<td>").append(escaped(row.get(i))).append(i == 0 ? "</th>" : "</td>");
            }
            raw(cells.append("</tr>").toString());
        }
        return raw("</tbody></table></div>");
    }

    /** Maps and lists within each other, as they come from a result. */
    Html values(final Object value) {
        if (value instanceof Map<?, ?> map) {
            raw("<dl>");
            map.forEach((key, item) -> {
                element("dt", String.valueOf(key)).raw("<dd>");
                values(item).raw("</dd>");
            });
            return raw("</dl>");
        }
        if (value instanceof List<?> items && items.stream().anyMatch(item -> item instanceof Map || item instanceof List)) {
            raw("<ul>");
            items.forEach(item -> raw("<li>").values(item).raw("</li>"));
            return raw("</ul>");
        }
        if (value instanceof List<?> items) {
            return raw(escaped(items.stream().map(Html::plain).collect(Collectors.joining(", "))));
        }
        final String text = plain(value);
        return text.contains("\n") ? raw("<pre>" + escaped(text) + "</pre>") : raw(escaped(text));
    }

    private static String plain(final Object value) {
        return value == null ? "-" : value instanceof Double number ? Figures.rate(number) : value.toString();
    }

    String written() {
        return out.toString();
    }
}
