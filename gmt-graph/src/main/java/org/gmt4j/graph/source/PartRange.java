package org.gmt4j.graph.source;

/** Half-open range of indices that one part owns: contiguous, in order of parts, sizes differ by at most one. */
public record PartRange(long start, long end) {
    /** Cuts {@code 0 .. total-1} into {@code parts} ranges and returns the one of {@code part}. */
    public static PartRange of(final long total, final int part, final int parts) {
        if (parts < 1 || part < 0 || part >= parts) {
            throw new IllegalArgumentException("part " + part + " of " + parts + ": expected 0 <= part < parts");
        }
        final long size = total / parts;
        final long larger = total % parts;
        final long start = size * part + Math.min(part, larger);
        return new PartRange(start, start + size + (part < larger ? 1 : 0));
    }
}
