package org.gmt4j.engine.travel;

import org.gmt4j.CaptureException;
import org.gmt4j.Placement;
import org.gmt4j.engine.function.FunctionRegistry;
import org.gmt4j.engine.function.NodeResolver;
import org.gmt4j.engine.function.ValueReader;
import org.gmt4j.engine.function.ValueWriter;

/**
 * Encodes and decodes the bodies and results of one node: the function registry with a writer per call. Any thread. Per
 * task.
 */
public final class BodyCodec {
    private static final byte[] NOTHING = new byte[0];
    private final FunctionRegistry registry;
    private final NodeResolver resolver;
    /** Node that watches the captured values of its bodies, or -1: {@code gmt.check.captures}. */
    private final int watchingNode;

    /** An encoded body: its id and captured values. */
    public record Encoded(int function, byte[] captures) {
    }

    public BodyCodec(final FunctionRegistry registry, final NodeResolver resolver) {
        this(registry, resolver, -1);
    }

    private BodyCodec(final FunctionRegistry registry, final NodeResolver resolver, final int watchingNode) {
        this.registry = registry;
        this.resolver = resolver;
        this.watchingNode = watchingNode;
    }

    /** Returns a codec that wraps each decoded body with captured values in a watch. */
    public BodyCodec watching(final int nodeId) {
        return new BodyCodec(registry, resolver, nodeId);
    }

    /** Returns a body that was not decoded by itself, wrapped in a watch if this node watches. */
    public <B> B watched(final B body) {
        return watchingNode < 0 ? body : inWatch(body);
    }

    @SuppressWarnings("unchecked")   // a watch has the type of its body
    private <B> B inWatch(final B body) {
        return (B) WatchedBody.of(body, new CaptureWatch(body, registry, watchingNode));
    }

    /**
     * Returns what compares the captured values of a body after it has run, for kinds of bodies that {@link #watched}
     * does not know; null if this node does not watch.
     */
    public Runnable comparisonOf(final Object body) {
        return watchingNode < 0 ? null : new CaptureWatch(body, registry, watchingNode)::compare;
    }

    /** @throws org.gmt4j.CaptureException naming the variable that cannot travel */
    public Encoded encode(final Object body, final int limit) {
        final ValueWriter writer = new ValueWriter(limit);
        try {
            final int function = registry.encode(body, writer);
            return new Encoded(function, writer.length() == 0 ? NOTHING : writer.toByteArray());
        } catch (final CaptureException failure) {
            throw ofProgram(body, limit, failure);
        }
    }

    /** Returns the failure of the program's own body, where that cannot travel without the runtime's around it. */
    private CaptureException ofProgram(final Object body, final int limit, final CaptureException failure) {
        final Object own = WrappedBody.innermost(body);
        if (own == body) {
            return failure;
        }
        try {
            registry.encode(own, new ValueWriter(limit));
            return failure;
        } catch (final CaptureException named) {
            return named.code().equals(failure.code()) ? named : failure;      // not of travelling alone
        }
    }

    public Object decode(final int function, final long address, final int length) {
        final Object body = registry.decodeBody(function, new ValueReader().wrap(address, length), resolver);
        return length == 0 ? body : watched(body);
    }

    /** @throws org.gmt4j.CaptureException when it cannot travel */
    public byte[] encodePlacement(final Placement placement, final int limit) {
        final ValueWriter writer = new ValueWriter(limit);
        registry.encodeValue(placement, "the placement that a loop follows", writer);
        return writer.toByteArray();
    }

    /** Encodes a placement followed by the node whose positions are meant, for chunks that run elsewhere. */
    public byte[] encodePlacement(final Placement placement, final int owner, final int limit) {
        final ValueWriter writer = new ValueWriter(limit);
        registry.encodeValue(placement, "the placement that a loop follows", writer);
        writer.putInt(owner);
        return writer.toByteArray();
    }

    /** A placement, and the node whose positions a range counts. */
    public record Positions(Placement placement, int owner) {
    }

    /** @param owner node of the positions, where the bytes do not name one */
    public Positions decodePlacement(final long address, final int length, final int owner) {
        final ValueReader reader = new ValueReader().wrap(address, length);
        final Object value = registry.decodeValue(reader, resolver);
        if (!(value instanceof Placement)) {
            throw new IllegalArgumentException("a loop cannot follow " + value);
        }
        return new Positions((Placement) value, reader.remaining() >= Integer.BYTES ? reader.getInt() : owner);
    }

    public byte[] encodeValue(final Object value, final int limit) {
        final ValueWriter writer = new ValueWriter(limit);
        registry.encodeValue(value, "the result", writer);
        return writer.toByteArray();
    }

    public Object decodeValue(final byte[] bytes) {
        return registry.decodeValue(new ValueReader().wrap(bytes, 0, bytes.length), resolver);
    }

    public Object decode(final int function, final byte[] captures) {
        final Object body = registry.decodeBody(function, new ValueReader().wrap(captures, 0, captures.length),
            resolver);
        return captures.length == 0 ? body : watched(body);
    }
}
