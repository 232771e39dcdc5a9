package org.gmt4j.graph;

/** How far a step of a run is. Immutable. */
record StepProgress(String step, long done, long total) implements Progress {
    @Override
    public String toString() {
        return total > 0 ? step + ": " + done + " of " + total : done > 0 ? step + ": " + done : step;
    }
}
