package org.gmt4j.engine.function;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.gmt4j.CaptureException;
import org.gmt4j.GmtException;
import org.gmt4j.ProtocolException;
import org.gmt4j.Transferable;

/**
 * The functions and types that nodes of one job may name to each other, with dense ids. Any thread; the
 * nodes of one process may share an instance. Encoding and decoding are per command.
 *
 * <p>Every node builds it from the same registered classes; the ids then agree, which {@link #differenceTo(byte[])}
 * confirms, or says why not. An id stands for a place in a registered class that makes a serialisable lambda or method
 * reference, or for a registered class that is a body, a record, an enum or {@link Transferable}.
 *
 * <p>The caller promises that the classes do not change while the job runs. Given that, {@link #decodeBody}
 * reconstructs on every node a body that {@link #encode} accepts, with equal captured values. Bytes that no registry
 * wrote cause a {@link ProtocolException}, and never load or instantiate a class that is not registered.
 */
public final class FunctionRegistry {
    /** Limit of ids, which have 18 bits in a command. */
    static final int MAX_ENTRIES = 1 << 18;

    /**
     * Replaced by {@link #add} alone. Other threads see the new ones before the first body of a class that was added:
     * what brings them the body publishes these, too.
     */
    private RegistryTables tables;
    private final RegistryDescription description;
    private final ConcurrentHashMap<Class<?>, InstanceWriter> writers = new ConcurrentHashMap<>();
    private final ValueCodec codec = new ValueCodec(types());

    FunctionRegistry(final RegistryTables tables, final RegistryDescription description) {
        this.tables = tables;
        this.description = description;
    }

    /** Returns a builder of a registry for bodies that implement one of the given functional interfaces. */
    public static FunctionRegistryBuilder builder(final Class<?>... bodyInterfaces) {
        return new FunctionRegistryBuilder(List.of(bodyInterfaces));
    }

    /**
     * Adds classes while nodes run, those that are known already aside. Only where all nodes of the job share this
     * instance: others would not know the ids. Returns before anybody has a body of them.
     */
    public synchronized void add(final Class<?>... types) {
        tables = new FunctionRegistryBuilder(tables.bodyInterfaces()).register(types).addTo(tables);
    }

    /** Returns the number of ids in use; valid ids are 0 to this minus one. */
    int size() {
        return tables.entryCount();
    }

    /** Describes the entry of an id for logs and messages. Cold: reads class files. */
    String nameOf(final int id) {
        return entry(id).describe();
    }

    /**
     * Returns the id of a body, without examining its captured values.
     *
     * @throws CaptureException when it is not a body of a registered class
     */
    int idOf(final Object body) {
        return bodyWriter(body).entry().id();
    }

    /**
     * Appends a body's captured values.
     *
     * @return the body's id, which the receiver needs besides the bytes
     * @throws CaptureException when the body is not of a registered class or holds a value that does not travel, or the
     *                          writer's limit is exceeded; the writer is then as before the call
     */
    public int encode(final Object body, final ValueWriter out) {
        final InstanceWriter writer = bodyWriter(body);
        final int start = out.length();
        try {
            writer.write(body, out, codec, 0);
        } catch (final NotTransferableException e) {
            out.truncate(start);
            throw CaptureDiagnosis.notTransferable(writer.entry().describe(), e);
        } catch (final CaptureException e) {
            out.truncate(start);
            throw e;
        } catch (final ValueWriter.LimitExceededException e) {
            out.truncate(start);
            throw CaptureDiagnosis.tooLong(body, writer, out.limitBytes(), codec);
        }
        return writer.entry().id();
    }

    /**
     * Appends a separate value, for example a task's result or a reduction's argument.
     *
     * @param what name of the value in a message, for example {@code "the result of ..."}
     * @throws CaptureException as for {@link #encode}
     */
    public void encodeValue(final Object value, final String what, final ValueWriter out) {
        final int start = out.length();
        try {
            codec.write(value, Object.class, out, 0);
        } catch (final NotTransferableException e) {
            out.truncate(start);
            throw CaptureDiagnosis.notTransferable(what + " (" + CaptureDiagnosis.typeOf(value) + ")", e);
        } catch (final ValueWriter.LimitExceededException e) {
            out.truncate(start);
            throw CaptureDiagnosis.valueTooLong(value, what, out.limitBytes(), codec);
        }
    }

    /**
     * Decodes a body from its id and captured values. Leaves the reader behind the last captured value.
     *
     * @throws ProtocolException when the id is unknown, does not denote a {@code type}, or the bytes are not its
     *                           captured values; a {@link GmtException} of the resolver passes through
     */
    <T> T decodeBody(final int id, final Class<T> type, final ValueReader in, final NodeResolver resolver) {
        final RegistryEntry entry = entry(id);
        if (!type.isAssignableFrom(entry.instanceType())) {
            throw ValueReader.malformed("function " + id + " is a " + entry.instanceType().getName() + ", not a"
                + " " + type.getName());
        }
        in.readCaptures(true);
        try {
            return type.cast(entry.read(in, codec, resolver, 0));
        } catch (final GmtException e) {
            throw e;
        } catch (final RuntimeException e) {
            throw ValueReader.malformed("function " + id + ": " + e, e);
        } finally {
            in.readCaptures(false);
        }
    }

    /**
     * Returns the captured values of a body, or of a function that a body calls, to be compared after it has run.
     * Slow: for debugging.
     */
    public CaptureSnapshot snapshot(final Object body) {
        return new CaptureSnapshot(this, writerOrRefusal(body), body);
    }

    /** Decodes a body of any of the body interfaces, see {@link #decodeBody(int, Class, ValueReader, NodeResolver)}. */
    public Object decodeBody(final int id, final ValueReader in, final NodeResolver resolver) {
        final RegistryEntry entry = entry(id);
        if (!tables.isBodyType(entry.instanceType())) {
            throw ValueReader.malformed("function " + id + " is a " + entry.instanceType().getName() + ", not a body");
        }
        return decodeBody(id, Object.class, in, resolver);
    }

    /** Decodes a value that {@link #encodeValue} wrote. */
    public Object decodeValue(final ValueReader in, final NodeResolver resolver) {
        try {
            return codec.read(in, resolver, 0);
        } catch (final GmtException e) {
            throw e;
        } catch (final RuntimeException e) {
            throw ValueReader.malformed("value: " + e, e);
        }
    }

    /** Returns names and fingerprints of the registered classes as bytes, some fifty bytes per class. */
    public byte[] describe() {
        return description.toBytes().clone();
    }

    /**
     * Returns the first class that differs between this registry and one that {@link #describe described} itself, as a
     * sentence.
     */
    public Optional<String> differenceTo(final byte[] otherDescription) {
        return description.hasBytes(otherDescription) ? Optional.empty()
            : description.differenceTo(RegistryDescription.of(otherDescription));
    }

    RegistryEntry entry(final int id) {
        if (id < 0 || id >= tables.entryCount()) {
            throw ValueReader.malformed("unknown function " + id + ", this node has " + tables.entryCount());
        }
        return tables.entry(id);
    }

    /** Returns the view of this registry for its codec. */
    KnownTypes types() {
        return new KnownTypes() {
            @Override
            public InstanceWriter writerFor(final Object value) {
                return FunctionRegistry.this.writerFor(value);
            }

            @Override
            public RegistryEntry entry(final int id) {
                return FunctionRegistry.this.entry(id);
            }
        };
    }

    private InstanceWriter bodyWriter(final Object body) {
        final InstanceWriter known = writers.get(Objects.requireNonNull(body, "body").getClass());
        return known != null ? known : firstBodyWriter(body);
    }

    private InstanceWriter firstBodyWriter(final Object body) {
        if (!tables.isBodyType(body.getClass())) {
            throw new CaptureException("GMT-205", body.getClass().getName() + " is not a body: it implements none of "
                + tables.bodyInterfaceNames() + ".");
        }
        return writerOrRefusal(body);
    }

    private InstanceWriter writerOrRefusal(final Object body) {
        try {
            return writerFor(body);
        } catch (final NotTransferableException e) {
            throw CaptureDiagnosis.notTransferable("the body (" + CaptureDiagnosis.typeOf(body) + ")", e);
        }
    }

    InstanceWriter writerFor(final Object value) {
        final InstanceWriter known = writers.get(value.getClass());
        return known != null ? known : firstWriterFor(value);
    }

    private InstanceWriter firstWriterFor(final Object value) {
        final InstanceWriter found = tables.findWriter(value);
        if (found.entry() instanceof LambdaSite site) {
            CapturedStoreCheck.refuseStores(site, found.valuesOf(value));
        } else if (tables.isBodyType(value.getClass())) {
            CapturedStoreCheck.refuseStores(found.entry(), value.getClass());
        }
        writers.put(value.getClass(), found);
        return found;
    }
}
