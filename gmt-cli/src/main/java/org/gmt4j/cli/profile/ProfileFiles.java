package org.gmt4j.cli.profile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.gmt4j.cli.result.JsonValues;
import org.gmt4j.cli.result.Traffic;
import org.gmt4j.cli.result.WholeFile;

/** The summary as {@code profile.json}, and as one page with pictures that needs nothing else. Stateless; set-up. */
final class ProfileFiles {
    private ProfileFiles() {
    }

    static void write(final Path folder, final String app, final String commandLine, final ProfileSummary summary)
        throws IOException {
        WholeFile.write(folder.resolve("profile.json"), json(app, commandLine, summary));
        WholeFile.write(folder.resolve("profile.html"), page(app, commandLine, summary));
    }

    static String json(final String app, final String commandLine, final ProfileSummary summary) throws IOException {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("app", app);
        values.put("commandLine", commandLine);
        values.putAll(summary.values());
        summary.traffic().ifPresent(traffic -> values.put("traffic", traffic.values()));
        final java.io.StringWriter text = new java.io.StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            JsonValues.write(json, values);
        }
        return text.append('\n').toString();
    }

    static String page(final String app, final String commandLine, final ProfileSummary summary) {
        final StringBuilder page = new StringBuilder();
        page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
            .append(HeatMap.escaped("profile of " + app)).append("</title>\n<style>body{font-family:sans-serif;"
                + "margin:2em;max-width:70em}pre{background:#f6f6f6;padding:1em;overflow-x:auto}"
                + "figure{display:inline-block;margin:0 2em 1em 0}</style></head><body>\n<h1>")
            .append(HeatMap.escaped("Where the time of " + app + " went")).append("</h1>\n<p><code>")
            .append(HeatMap.escaped("gmt " + commandLine)).append("</code></p>\n<h2>Roles</h2>\n<figure>")
            .append(RoleBars.svg(summary.roles())).append("</figure>\n");
        summary.traffic().ifPresent(traffic -> traffic(page, traffic));
        return page.append("<h2>Tables</h2>\n<pre>").append(HeatMap.escaped(ProfileText.of(summary)))
            .append("</pre>\n</body></html>\n").toString();
    }

    private static void traffic(final StringBuilder page, final Traffic traffic) {
        page.append("<h2>Traffic</h2>\n<figure>")
            .append(new HeatMap("Bytes", traffic.bytes(), ProfileFiles::bytes).svg())
            .append("</figure>\n<figure>").append(new HeatMap("Buffers", traffic.messages(), ProfileFiles::count).svg())
            .append("</figure>\n");
    }

    private static String bytes(final long bytes) {
        return bytes >= 1e9 ? format("%.1f GB", bytes / 1e9) : bytes >= 1e6 ? format("%.1f MB", bytes / 1e6)
            : bytes >= 1e3
            ? format("%.1f KB", bytes / 1e3) : bytes + " B";
    }

    private static String count(final long count) {
        return count >= 1e6 ? format("%.1f M", count / 1e6) : count >= 1e4 ? format("%.0f k", count / 1e3)
            : String.valueOf(count);
    }

    private static String format(final String pattern, final Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
