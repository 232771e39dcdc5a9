package org.gmt4j.engine.onesided;

/**
 * What one lane has moved through windows instead of by commands. Written by the lane's thread, read by any: values may
 * be slightly old.
 */
final class WindowCounters {
    long putCount;
    long getCount;
    long byteCount;
}
