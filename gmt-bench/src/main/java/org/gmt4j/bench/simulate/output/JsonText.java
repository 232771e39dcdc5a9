package org.gmt4j.bench.simulate.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import org.gmt4j.cli.result.JsonValues;

/** The result of a simulation as JSON text. */
public final class JsonText {
    private JsonText() {
    }

    /** An object on several lines, in the order of the map; values as {@link JsonValues} takes them. */
    public static String of(final Map<String, Object> object) {
        final StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            JsonValues.write(json, object);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.append('\n').toString();
    }
}
