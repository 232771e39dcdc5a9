package org.gmt4j.engine.waiting;

/** An effect on the processor during long waits of one thread. Called by that thread, begin and end in turn. */
interface WaitEffect {
    /** No effect. */
    WaitEffect NONE = new WaitEffect() {
        @Override
        public boolean isWanted(final long idleNs, final Expecting expecting) {
            return false;
        }

        @Override
        public void begin() {
            // never called
        }

        @Override
        public void end() {
            // never called
        }
    };

    /** Returns whether the wait is long enough. Called by each turn without work. */
    boolean isWanted(long idleNs, Expecting expecting);

    /** Starts the effect, when the wait has become long. */
    void begin();

    /** Ends the effect, when there is work, or the thread ends. */
    void end();
}
