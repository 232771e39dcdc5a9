package org.gmt4j.engine.waiting;

/** What happens to the processor while one thread waits long. Called by that thread, begin and end in turn. */
interface WaitEffect {
    /** None. */
    WaitEffect NONE = new WaitEffect() {
        @Override
        public boolean isWanted(final long idleNs, final Expecting expecting) {
            return false;
        }

        @Override
        public void begin() {
            // never
        }

        @Override
        public void end() {
            // never
        }
    };

    /** Whether the wait is long enough. Each turn without work asks. */
    boolean isWanted(long idleNs, Expecting expecting);

    /** The wait has become long. */
    void begin();

    /** There is work, or the thread ends. */
    void end();
}
