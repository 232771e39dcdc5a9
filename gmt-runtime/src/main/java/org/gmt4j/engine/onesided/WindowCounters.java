package org.gmt4j.engine.onesided;

/**
 * Transfers of one lane through windows. Written by the lane's thread and read by any thread, which may see slightly
 * old values.
 */
final class WindowCounters {
    long putCount;
    long getCount;
    long byteCount;
}
