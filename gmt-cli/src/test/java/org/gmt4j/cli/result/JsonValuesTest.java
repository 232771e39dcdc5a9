package org.gmt4j.cli.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;
import org.junit.jupiter.api.Test;

/** Values of all types of numbers as JSON. */
class JsonValuesTest {

    private static String text(final Object value) throws IOException {
        final StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            JsonValues.write(json, value);
        }
        return text.toString();
    }

    @Test
    void shouldCutNoNumberOff() throws IOException {
        assertEquals("0.75", text(0.75f));
        assertEquals("-2", text(-2f));
        assertEquals("null", text(Float.NaN));
        assertEquals("null", text(Float.NEGATIVE_INFINITY));
        assertEquals("0.125", text(new BigDecimal("0.125")));
        assertEquals("36893488147419103232", text(BigInteger.TWO.pow(65)));
        final DoubleAdder sum = new DoubleAdder();
        sum.add(1.5);
        assertEquals("1.5", text(sum));
        assertEquals("7", text(new AtomicInteger(7)));
        assertEquals("9007199254740993", text((1L << 53) + 1));
        assertEquals("9223372036854775807", text(Long.MAX_VALUE));
        assertEquals("-9223372036854775808", text(Long.MIN_VALUE));
        assertEquals("0.333333", text(1 / 3.0));
    }
}
