package org.gmt4j.engine.function;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gmt4j.NodeBound;
import org.gmt4j.ProtocolException;

/**
 * Encodes values of reference type: a {@link ValueTag}, then the content for that tag. Immutable, any thread; per
 * command.
 *
 * <p>The following travel: null, boxes, strings, arrays of primitives and of strings, the lists, maps and sets of
 * {@code java.util} (as {@code ArrayList}, {@code LinkedHashMap}, {@code LinkedHashSet}; sorted ones of natural order
 * as {@code TreeMap} and {@code TreeSet}; see {@link CollectionKind}), {@code Duration}, {@code BigInteger},
 * {@link NodeBound} objects as (kind, id), and instances of registered types, including lambdas.
 * All but the last two are copies: the receiver never shares an array with the sender. Captured collections are
 * read-only where the body runs ({@link ReadOnlyCopy}); those that a task returns belong to the receiver.
 *
 * <p>A decoded message allocates at most a few tens of heap bytes per received byte, and nests at most
 * {@value #MAX_DEPTH} deep.
 */
final class ValueCodec {
    static final int MAX_DEPTH = 64;

    private final KnownTypes types;
    /** Receives the objects of the runtime in a key, where it is written to be compared with its copy; or null. */
    private final Queue<NodeBound> boundsOfKey;

    ValueCodec(final KnownTypes types) {
        this(types, null);
    }

    ValueCodec(final KnownTypes types, final Queue<NodeBound> boundsOfKey) {
        this.types = types;
        this.boundsOfKey = boundsOfKey;
    }

    /** Appends a value that the receiver will hold as a {@code declared}. */
    void write(final Object value, final Class<?> declared, final ValueWriter out, final int depth) {
        if (value == null) {
            out.putByte(ValueTag.NULL);
        } else if (value instanceof NodeBound bound) {
            writeBound(bound, out);
        } else if (!writeSimple(value, out)) {
            writeComposite(value, declared, out, depth);
        }
    }

    private void writeBound(final NodeBound bound, final ValueWriter out) {
        if (boundsOfKey != null) {
            boundsOfKey.add(bound);
        }
        out.putByte(ValueTag.NODE_BOUND);
        out.putByte((byte) bound.boundKind());
        out.putLong(bound.boundId());
    }

    private static boolean writeSimple(final Object value, final ValueWriter out) {
        if (value instanceof Long number) {
            out.putByte(ValueTag.LONG);
            out.putLong(number);
        } else if (value instanceof Integer number) {
            out.putByte(ValueTag.INT);
            out.putInt(number);
        } else if (value instanceof Double number) {
            out.putByte(ValueTag.DOUBLE);
            out.putLong(Double.doubleToRawLongBits(number));
        } else if (value instanceof String text) {
            writeString(text, out);
        } else if (value instanceof Boolean flag) {
            out.putByte(flag ? ValueTag.TRUE : ValueTag.FALSE);
        } else {
            return writeRareSimple(value, out);
        }
        return true;
    }

    private static boolean writeRareSimple(final Object value, final ValueWriter out) {
        if (value instanceof Byte number) {
            out.putByte(ValueTag.BYTE);
            out.putByte(number);
        } else if (value instanceof Character character) {
            out.putByte(ValueTag.CHAR);
            out.putShort((short) character.charValue());
        } else if (value instanceof Short number) {
            out.putByte(ValueTag.SHORT);
            out.putShort(number);
        } else if (value instanceof Float number) {
            out.putByte(ValueTag.FLOAT);
            out.putInt(Float.floatToRawIntBits(number));
        } else if (value instanceof Duration duration) {
            out.putByte(ValueTag.DURATION);
            out.putLong(duration.getSeconds());
            out.putInt(duration.getNano());
        } else if (value.getClass() == BigInteger.class) {
            out.putByte(ValueTag.BIG_INTEGER);
            PrimitiveArrayKind.BYTE.writeElements(((BigInteger) value).toByteArray(), out);
        } else {
            return false;
        }
        return true;
    }

    static void writeString(final String text, final ValueWriter out) {
        final boolean latin1 = isLatin1(text);
        out.putByte(latin1 ? ValueTag.LATIN1_STRING : ValueTag.UTF16_STRING);
        out.putVarint(text.length());
        for (int i = 0; i < text.length(); i++) {
            if (latin1) {
                out.putByte((byte) text.charAt(i));
            } else {
                out.putShort((short) text.charAt(i));
            }
        }
    }

    private static boolean isLatin1(final String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xFF) {
                return false;
            }
        }
        return true;
    }

    private void writeComposite(final Object value, final Class<?> declared, final ValueWriter out, final int depth) {
        if (depth >= MAX_DEPTH) {
            throw new NotTransferableException("GMT-204", "values are nested more than " + MAX_DEPTH
                + " deep, or one contains itself. Use a flat form, for example arrays with indices.");
        }
        final PrimitiveArrayKind arrayKind = PrimitiveArrayKind.of(value.getClass());
        if (arrayKind != null) {
            out.putByte(arrayKind.tag());
            arrayKind.writeElements(value, out);
        } else if (value instanceof String[] texts) {
            writeStrings(texts, out);
        } else if (CollectionKind.isPlain(value)) {
            writeCollection(value, declared, out, depth);
        } else {
            final InstanceWriter writer = types.writerFor(value);
            out.putByte(ValueTag.REGISTERED);
            out.putVarint(writer.entry().id());
            writer.write(value, out, this, depth + 1);
        }
    }

    private static void writeStrings(final String[] texts, final ValueWriter out) {
        out.putByte(ValueTag.STRING_ARRAY);
        out.putVarint(texts.length);
        for (final String text : texts) {
            if (text == null) {
                out.putByte(ValueTag.NULL);
            } else {
                writeString(text, out);
            }
        }
    }

    private void writeCollection(final Object value, final Class<?> declared, final ValueWriter out, final int depth) {
        final CollectionKind kind = CollectionKind.of(value);
        kind.requireFits(declared);
        if (value instanceof Map<?, ?> map) {
            writeMap(kind, map, out, depth);
        } else {
            writeElements(kind, (Collection<?>) value, out, depth);
        }
    }

    private void writeElements(final CollectionKind kind, final Collection<?> elements, final ValueWriter out,
                               final int depth) {
        out.putByte(kind.tag());
        out.putVarint(elements.size());
        final boolean isSet = elements instanceof Set;
        int index = 0;
        for (final Object element : elements) {
            writeElement(element, "element " + index, out, depth);
            if (isSet) {
                requireEqualCopy(kind, element, out);
            }
            index++;
        }
    }

    private void writeMap(final CollectionKind kind, final Map<?, ?> map, final ValueWriter out, final int depth) {
        out.putByte(kind.tag());
        out.putVarint(map.size());
        for (final Map.Entry<?, ?> entry : map.entrySet()) {
            writeElement(entry.getKey(), "key", out, depth);
            requireEqualCopy(kind, entry.getKey(), out);
            writeElement(entry.getValue(), "value", out, depth);
        }
    }

    /** Of a key in a key, the copy of the outer one tells. */
    private void requireEqualCopy(final CollectionKind kind, final Object key, final ValueWriter out) {
        kind.requireEqualCopy(key);
        if (boundsOfKey == null && !kind.isSorted() && !KeyCopy.isEqual(key, types, out.limitBytes())) {
            throw CollectionKind.unequal(key);
        }
    }

    private void writeElement(final Object element, final String place, final ValueWriter out, final int depth) {
        try {
            write(element, Object.class, out, depth + 1);
        } catch (final NotTransferableException e) {
            throw e.in(place, element);
        }
    }

    /** Returns the next value of any type. Other bytes cause a {@link ProtocolException}. */
    Object read(final ValueReader in, final NodeResolver resolver, final int depth) {
        final byte tag = in.getByte();
        return switch (tag) {
            case ValueTag.NULL -> null;
            case ValueTag.FALSE -> Boolean.FALSE;
            case ValueTag.TRUE -> Boolean.TRUE;
            case ValueTag.BYTE -> in.getByte();
            case ValueTag.CHAR -> (char) in.getShort();
            case ValueTag.SHORT -> in.getShort();
            case ValueTag.INT -> in.getInt();
            case ValueTag.LONG -> in.getLong();
            case ValueTag.FLOAT -> Float.intBitsToFloat(in.getInt());
            case ValueTag.DOUBLE -> Double.longBitsToDouble(in.getLong());
            case ValueTag.LATIN1_STRING -> readLatin1(in);
            case ValueTag.UTF16_STRING -> readUtf16(in);
            case ValueTag.STRING_ARRAY -> readStrings(in);
            case ValueTag.LIST, ValueTag.LINKED_LIST, ValueTag.MAP, ValueTag.SORTED_MAP, ValueTag.SET,
                ValueTag.SORTED_SET, ValueTag.REGISTERED -> readComposite(tag, in, resolver, depth);
            case ValueTag.DURATION -> readDuration(in);
            case ValueTag.BIG_INTEGER -> readBigInteger(in);
            case ValueTag.NODE_BOUND -> readBound(in, resolver);
            default -> readPrimitiveArray(tag, in);
        };
    }

    private Object readComposite(final byte tag, final ValueReader in, final NodeResolver resolver, final int depth) {
        if (depth >= MAX_DEPTH) {
            throw ValueReader.malformed("values are nested more than " + MAX_DEPTH + " deep");
        }
        return switch (tag) {
            case ValueTag.LIST -> readList(in, resolver, depth);
            case ValueTag.LINKED_LIST -> readLinkedList(in, resolver, depth);
            case ValueTag.SET -> readSet(in, resolver, depth);
            case ValueTag.SORTED_SET -> readSortedSet(in, resolver, depth);
            case ValueTag.MAP -> readMap(in, resolver, depth);
            case ValueTag.SORTED_MAP -> readSortedMap(in, resolver, depth);
            default -> types.entry(in.getVarint()).read(in, this, resolver, depth + 1);
        };
    }

    private List<Object> readList(final ValueReader in, final NodeResolver resolver, final int depth) {
        final List<Object> list = readElements(new ArrayList<>(), in, resolver, depth);
        return in.isCapture() ? new ReadOnlyCopy.OfList(list) : list;
    }

    private List<Object> readLinkedList(final ValueReader in, final NodeResolver resolver, final int depth) {
        return in.isCapture() ? readList(in, resolver, depth) : readElements(new LinkedList<>(), in, resolver, depth);
    }

    private Set<Object> readSet(final ValueReader in, final NodeResolver resolver, final int depth) {
        final Set<Object> set = readElements(new LinkedHashSet<>(), in, resolver, depth);
        return in.isCapture() ? new ReadOnlyCopy.OfSet(set) : set;
    }

    private Set<Object> readSortedSet(final ValueReader in, final NodeResolver resolver, final int depth) {
        final TreeSet<Object> set = readElements(new TreeSet<>(), in, resolver, depth);
        return in.isCapture() ? new ReadOnlyTree.OfSet(set) : set;
    }

    private <C extends Collection<Object>> C readElements(final C elements, final ValueReader in,
            final NodeResolver resolver, final int depth) {
        final int count = in.getCount(1);
        for (int i = 0; i < count; i++) {
            elements.add(read(in, resolver, depth + 1));
        }
        return elements;
    }

    private Map<Object, Object> readMap(final ValueReader in, final NodeResolver resolver, final int depth) {
        final Map<Object, Object> map = readEntries(new LinkedHashMap<>(), in, resolver, depth);
        return in.isCapture() ? new ReadOnlyCopy.OfMap(map) : map;
    }

    private Map<Object, Object> readSortedMap(final ValueReader in, final NodeResolver resolver, final int depth) {
        final TreeMap<Object, Object> map = readEntries(new TreeMap<>(), in, resolver, depth);
        return in.isCapture() ? new ReadOnlyTree.OfMap(map) : map;
    }

    private <M extends Map<Object, Object>> M readEntries(final M map, final ValueReader in,
            final NodeResolver resolver, final int depth) {
        final int count = in.getCount(2);
        for (int i = 0; i < count; i++) {
            map.put(read(in, resolver, depth + 1), read(in, resolver, depth + 1));
        }
        return map;
    }

    private static String readLatin1(final ValueReader in) {
        final byte[] bytes = (byte[]) PrimitiveArrayKind.BYTE.readElements(in);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    static String readString(final ValueReader in) {
        final String text = readStringOrNull(in);
        if (text == null) {
            throw ValueReader.malformed("a string is missing");
        }
        return text;
    }

    private static String readStringOrNull(final ValueReader in) {
        return switch (in.getByte()) {
            case ValueTag.NULL -> null;
            case ValueTag.LATIN1_STRING -> readLatin1(in);
            case ValueTag.UTF16_STRING -> readUtf16(in);
            default -> throw ValueReader.malformed("a string was expected, found something else");
        };
    }

    private static String readUtf16(final ValueReader in) {
        return new String((char[]) PrimitiveArrayKind.CHAR.readElements(in));
    }

    private static String[] readStrings(final ValueReader in) {
        final String[] texts = new String[in.getCount(1)];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = readStringOrNull(in);
        }
        return texts;
    }

    private static Duration readDuration(final ValueReader in) {
        final long seconds = in.getLong();
        final int nanos = in.getInt();
        if (nanos < 0 || nanos > 999_999_999) {
            throw ValueReader.malformed("a duration has " + nanos + " nanoseconds");
        }
        return Duration.ofSeconds(seconds, nanos);
    }

    private static BigInteger readBigInteger(final ValueReader in) {
        final byte[] bytes = (byte[]) PrimitiveArrayKind.BYTE.readElements(in);
        if (bytes.length == 0) {
            throw ValueReader.malformed("a big integer has no digits");
        }
        return new BigInteger(bytes);
    }

    private static Object readBound(final ValueReader in, final NodeResolver resolver) {
        final int kind = in.getByte() & 0xFF;
        final long id = in.getLong();
        final Object bound = resolver.resolve(kind, id);
        if (bound == null) {
            throw ValueReader.malformed("this node has no object of kind " + kind + " with id " + id);
        }
        return bound;
    }

    private static Object readPrimitiveArray(final byte tag, final ValueReader in) {
        final PrimitiveArrayKind kind = PrimitiveArrayKind.ofTag(tag);
        if (kind == null) {
            throw ValueReader.malformed("unknown value tag " + tag);
        }
        return kind.readElements(in);
    }
}
