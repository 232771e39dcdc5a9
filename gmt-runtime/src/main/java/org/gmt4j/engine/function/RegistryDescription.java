package org.gmt4j.engine.function;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The classes of a registry, to be compared when nodes join: class name to fingerprint. Immutable; any
 * thread.
 *
 * <p>On the wire: format version, number of classes, then for each the name as a string value and eight bytes.
 */
final class RegistryDescription {
    /** Increases when ids or values are encoded in another way. */
    private static final byte FORMAT_VERSION = 1;
    private static final int MAX_LENGTH = 1 << 24;

    private final SortedMap<String, Long> fingerprints;
    /** Made once: each node compares them with those of every other, and nodes of one JVM share a registry. */
    private volatile byte[] bytes;

    RegistryDescription(final SortedMap<String, Long> fingerprints) {
        this.fingerprints = fingerprints;
    }

    /** Returns the bytes on the wire, not a copy. */
    byte[] toBytes() {
        final byte[] known = bytes;
        return known != null ? known : write();
    }

    /** Whether another one of these bytes is equal to this one. Reads nothing else of them. */
    boolean hasBytes(final byte[] other) {
        return Arrays.equals(toBytes(), other);
    }

    private byte[] write() {
        final ValueWriter out = new ValueWriter(MAX_LENGTH);
        out.putByte(FORMAT_VERSION);
        out.putVarint(fingerprints.size());
        fingerprints.forEach((name, fingerprint) -> {
            ValueCodec.writeString(name, out);
            out.putLong(fingerprint);
        });
        final byte[] made = out.toByteArray();
        bytes = made;
        return made;
    }

    static RegistryDescription of(final byte[] bytes) {
        final ValueReader in = new ValueReader().wrap(bytes, 0, bytes.length);
        final byte version = in.getByte();
        if (version != FORMAT_VERSION) {
            throw ValueReader.malformed("function table of format " + version + ", this node has " + FORMAT_VERSION);
        }
        final SortedMap<String, Long> fingerprints = new TreeMap<>();
        for (int rest = in.getCount(2 + Long.BYTES); rest > 0; rest--) {
            fingerprints.put(ValueCodec.readString(in), in.getLong());
        }
        in.requireEnd();
        return new RegistryDescription(fingerprints);
    }

    /** Returns the first difference in the order of class names, as a sentence; empty if there is none. */
    Optional<String> differenceTo(final RegistryDescription other) {
        final SortedSet<String> names = new TreeSet<>(fingerprints.keySet());
        names.addAll(other.fingerprints.keySet());
        return names.stream()
            .filter(name -> !Objects.equals(fingerprints.get(name), other.fingerprints.get(name)))
            .findFirst().map(name -> difference(name, fingerprints, other.fingerprints));
    }

    private static String difference(final String name, final Map<String, Long> here, final Map<String, Long> there) {
        if (!there.containsKey(name)) {
            return "class " + name + " is registered here but not there. Register the same classes on every node.";
        }
        if (!here.containsKey(name)) {
            return "class " + name + " is registered there but not here. Register the same classes on every node.";
        }
        return "class " + name + " differs. Start every node from the same build.";
    }
}
