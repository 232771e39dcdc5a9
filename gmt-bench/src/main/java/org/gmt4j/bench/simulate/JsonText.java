package org.gmt4j.bench.simulate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;

/** Maps, lists, numbers and texts as JSON. */
final class JsonText {
    private JsonText() {
    }

    static String of(final Map<String, Object> object) {
        final StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            value(json, object);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.append('\n').toString();
    }

    private static void value(final JsonGenerator json, final Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (final Map.Entry<?, ?> entry : map.entrySet()) {
                json.writeFieldName(String.valueOf(entry.getKey()));
                value(json, entry.getValue());
            }
            json.writeEndObject();
        } else if (value instanceof Iterable<?> items) {
            json.writeStartArray();
            for (final Object item : items) {
                value(json, item);
            }
            json.writeEndArray();
        } else if (value instanceof double[] numbers) {
            json.writeStartArray();
            for (final double number : numbers) {
                number(json, number);
            }
            json.writeEndArray();
        } else if (value instanceof Double number) {
            number(json, number);
        } else if (value instanceof Number number) {
            json.writeNumber(number.longValue());
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else {
            json.writeString(String.valueOf(value));
        }
    }

    /** Six digits; JSON has no word for what is not a number. */
    private static void number(final JsonGenerator json, final double number) throws IOException {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            json.writeNull();
        } else {
            json.writeNumber(new BigDecimal(number).round(new MathContext(6)).stripTrailingZeros().toPlainString());
        }
    }
}
