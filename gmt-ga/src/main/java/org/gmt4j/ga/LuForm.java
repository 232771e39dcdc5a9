package org.gmt4j.ga;

/** How the blocks of a factored panel come to the nodes that need them, see {@link LuFactorisation}. */
public enum LuForm {
    /** Steps one after the other: nodes get the panels, wait for them, and compute. */
    GET_BLOCKING,
    /** The next panel is factored as soon as its blocks are ready, and got while the rest is computed. */
    GET_NB,
    /** The same, but the owners put the blocks of the panel into buffers of the nodes that need them. */
    PUT_NB;

    /** Returns whether the next panel is factored ahead of the rest of a step. */
    boolean isAhead() {
        return this != GET_BLOCKING;
    }
}
