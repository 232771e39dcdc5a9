package org.gmt4j.bench.job;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A result's JSON as nested maps and lists; whole numbers as {@code Long}, those beyond as
 * {@code BigInteger}, others as {@code Double}.
 */
public final class JsonMaps {
    private JsonMaps() {
    }

    /** @throws IOException when the text is not one JSON object */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> read(final String text) throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("expected a JSON object, found "
                    + (text.isBlank() ? "nothing" : text.lines().findFirst().orElse("")));
            }
            return (Map<String, Object>) value(parser);
        }
    }

    private static Object value(final JsonParser parser) throws IOException {
        switch (parser.currentToken()) {
            case START_OBJECT:
                final Map<String, Object> map = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    final String key = parser.currentName();
                    parser.nextToken();
                    map.put(key, value(parser));
                }
                return map;
            case START_ARRAY:
                final List<Object> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(parser));
                }
                return list;
            case VALUE_STRING:
                return parser.getText();
            case VALUE_NUMBER_INT:
                return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER ? parser.getBigIntegerValue()
                    : (Number) parser.getLongValue();
            case VALUE_NUMBER_FLOAT:
                return parser.getDoubleValue();
            case VALUE_NULL:
                return null;
            default:
                return parser.getBooleanValue();
        }
    }
}
