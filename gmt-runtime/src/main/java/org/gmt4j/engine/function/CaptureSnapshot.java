package org.gmt4j.engine.function;

import java.util.Arrays;
import org.gmt4j.CaptureException;

/**
 * The captured values of a body at its arrival, for a later comparison: {@code gmt.check.captures}. Immutable, any
 * thread; slow.
 *
 * <p>Compares the values as they would travel, so a global array is unchanged while it is the same array.
 */
public final class CaptureSnapshot {
    private static final int LONGEST = 1 << 28;
    private final FunctionRegistry registry;
    private final InstanceWriter writer;
    private final byte[][] values;

    CaptureSnapshot(final FunctionRegistry registry, final InstanceWriter writer, final Object body) {
        this.registry = registry;
        this.writer = writer;
        values = encoded(body);
    }

    private byte[][] encoded(final Object body) {
        final Object[] captured = writer.valuesOf(body);
        final byte[][] bytes = new byte[captured.length][];
        for (int slot = 0; slot < captured.length; slot++) {
            final ValueWriter out = new ValueWriter(LONGEST);
            registry.encodeValue(captured[slot], "a captured value", out);
            bytes[slot] = out.toByteArray();
        }
        return bytes;
    }

    /** @throws CaptureException GMT-702 naming the first captured value that has changed */
    public void requireUnchanged(final Object body, final int nodeId) {
        final byte[][] now;
        try {
            now = encoded(body);
        } catch (final java.util.ConcurrentModificationException | CaptureException e) {
            throw changed("what was captured by " + writer.entry().describe() + " (" + e.getMessage() + ")", nodeId);
        }
        for (int slot = 0; slot < values.length; slot++) {
            if (!Arrays.equals(values[slot], now[slot])) {
                throw changed(writer.entry().slotName(slot) + " ("
                    + CaptureDiagnosis.typeOf(writer.valuesOf(body)[slot]) + ") of "
                    + writer.entry().describe(), nodeId);
            }
        }
    }

    private static CaptureException changed(final String what, final int nodeId) {
        return new CaptureException("GMT-702", what + " has changed while the body ran on node " + nodeId
            + ". A body works on a copy of what it captures, so nobody would ever see the change: "
            + "use a reduction (ctx.sum, ctx.reduce), a global array, or space"
            + " that the body makes itself. (Found by gmt.check.captures=on.)");
    }
}
