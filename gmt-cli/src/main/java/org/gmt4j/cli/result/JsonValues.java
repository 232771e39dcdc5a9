package org.gmt4j.cli.result;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Map;

/** Writes the values of results as JSON: maps, lists, numbers, truth and texts. Stateless; set-up. */
public final class JsonValues {
    private JsonValues() {
    }

    /** Writes a value at the place where the generator is; any other value as its text. */
    public static void write(final JsonGenerator json, final Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (final Map.Entry<?, ?> entry : map.entrySet()) {
                json.writeFieldName(String.valueOf(entry.getKey()));
                write(json, entry.getValue());
            }
            json.writeEndObject();
        } else if (value instanceof Iterable<?> items) {
            json.writeStartArray();
            for (final Object item : items) {
                write(json, item);
            }
            json.writeEndArray();
        } else if (value instanceof double[] numbers) {
            json.writeStartArray();
            for (final double number : numbers) {
                finite(json, number);
            }
            json.writeEndArray();
        } else if (value instanceof Double number) {
            finite(json, number);
        } else if (value instanceof BigDecimal number) {
            json.writeNumber(number);
        } else if (value instanceof BigInteger number) {
            json.writeNumber(number);
        } else if (value instanceof Number number) {
            numberOfAnyType(json, number);
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value == null) {
            json.writeNull();
        } else {
            json.writeString(value.toString());
        }
    }

    /** A whole one that a long holds in all its digits, any other one as a double: such as of a {@code Float}. */
    private static void numberOfAnyType(final JsonGenerator json, final Number number) throws IOException {
        if (number.longValue() == number.doubleValue()) {
            json.writeNumber(number.longValue());
        } else {
            finite(json, number.doubleValue());
        }
    }

    /** JSON knows no infinity: a rate over no time is null. Six significant digits are more than clocks give. */
    private static void finite(final JsonGenerator json, final double number) throws IOException {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            json.writeNull();
        } else {
            json.writeNumber(new BigDecimal(number).round(new MathContext(6)).stripTrailingZeros().toPlainString());
        }
    }
}
