package org.gmt4j.cli.launch;

import org.gmt4j.cli.AppMemory.Phase;

/**
 * One line of an estimate.
 *
 * @param name  for people
 * @param group use of the memory
 * @param phase when it exists
 * @param scope its owners
 * @param bytes of one that has it
 */
public record MemoryEntry(String name, Group group, Phase phase, Scope scope, long bytes) {

    /** Uses of memory. */
    public enum Group {
        ARRAYS("global arrays"), AIDS("aids of the application"), HEAP("Java heap"), BUFFERS("blocks and buffers"),
            STACKS("stacks"),
        BASE("JVM");

        private final String words;

        Group(final String words) {
            this.words = words;
        }

        /** @return the group's name for people */
        public String words() {
            return words;
        }
    }

    /** Owners: every node, every process (all nodes of a job may share one), or node 0. */
    public enum Scope { NODE, PROCESS, NODE_ZERO }

    boolean isIn(final Phase other) {
        return phase == Phase.BOTH || phase == other;
    }
}
