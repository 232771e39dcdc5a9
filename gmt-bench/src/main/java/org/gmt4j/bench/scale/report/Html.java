package org.gmt4j.bench.scale.report;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writes HTML; all text is escaped here and nowhere else. Not thread-safe. */
final class Html {
    private final StringBuilder out = new StringBuilder(16384);

    /** As text or as a quoted attribute. Characters that HTML forbids become blanks. */
    static String escaped(final String text) {
        final StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(c < ' ' && c != '\n' && c != '\t' || c >= 0x7F && c < 0xA0
                    || c >= 0xD800 && c <= 0xDFFF ? " "
                    : Character.toString(c));
            }
        });
        return escaped.toString();
    }

    /** Text that is HTML already. */
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
        return items.isEmpty() ? this
            : raw("<ul class=\"" + kind + "\">" + items.stream().map(item -> "<li>" + escaped(item) + "</li>").collect(
            Collectors.joining()) + "</ul>");
    }

    /** A table that may be scrolled sideways; the first column heads each row. */
    Html table(final String caption, final List<String> columns, final List<List<String>> rows) {
        return table("", caption, columns, rows);
    }

    /** The same, of a kind that the style knows. */
    Html table(final String kind, final String caption, final List<String> columns, final List<List<String>> rows) {
        raw("<div class=\"scroll " + kind + "\" tabindex=\"0\" role=\"region\" aria-label=\"" + escaped(caption)
            + "\"><table><caption>" + escaped(caption) + "</caption>");
        raw("<thead><tr>" + columns.stream().map(column -> "<th scope=\"col\">" + escaped(column) + "</th>")
            .collect(Collectors.joining())
            + "</tr></thead><tbody>");
        for (final List<String> row : rows) {
            final StringBuilder cells = new StringBuilder("<tr>");
            for (int i = 0; i < row.size(); i++) {
                cells.append(i == 0 ? "<th scope=\"row\">" : "<td>").append(escaped(row.get(i)))
                    .append(i == 0 ? "</th>" : "</td>");
            }
            raw(cells.append("</tr>").toString());
        }
        return raw("</tbody></table></div>");
    }

    /**
     * Maps and lists within each other, as they come from a result: rows as a table, names as a list
     * of them.
     */
    Html values(final String caption, final Object value) {
        if (value instanceof Map<?, ?> map) {
            raw("<dl>");
            map.forEach((key, item) -> {
                element("dt", String.valueOf(key)).raw("<dd>");
                values(caption + ", " + key, item).raw("</dd>");
            });
            return raw("</dl>");
        }
        if (value instanceof List<?> items) {
            return items(caption, items);
        }
        final String text = plain(value);
        return text.contains("\n") ? raw("<pre>" + escaped(text) + "</pre>") : raw(escaped(text));
    }

    private Html items(final String caption, final List<?> items) {
        if (!items.isEmpty() && items.stream().allMatch(item -> item instanceof List)) {
            final int width = items.stream().mapToInt(item -> ((List<?>) item).size()).max().orElse(0);
            return table("rates", caption, IntStream.rangeClosed(0, width)
                .mapToObj(i -> i == 0 ? "" : String.valueOf(i - 1)).toList(), IntStream.range(
                0, items.size()).mapToObj(i -> Stream.concat(Stream.of(String.valueOf(i)),
                    ((List<?>) items.get(i)).stream().map(Html::plain)).toList())
                .toList());
        }
        if (!items.isEmpty() && items.stream().allMatch(item -> item instanceof Map)) {
            final List<String> keys = items.stream().flatMap(item -> ((Map<?, ?>) item).keySet().stream())
                .map(String::valueOf).distinct().toList();
            return table(caption, keys, items.stream()
                .map(item -> keys.stream().map(key -> plain(((Map<?, ?>) item).get(key))).toList()).toList());
        }
        return raw(escaped(items.stream().map(Html::plain).collect(Collectors.joining(", "))));
    }

    private static String plain(final Object value) {
        return value == null ? "-" : value instanceof Double number ? Figures.rate(number) : value.toString();
    }

    String written() {
        return out.toString();
    }
}
