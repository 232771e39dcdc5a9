package org.gmt4j.engine.onesided;

import org.gmt4j.armci.IoVector;

/**
 * The pool of one task's receivers, so that starting a get allocates nothing once the pool is large enough. The
 * receivers are linked through their own fields.
 */
final class PackedTargets {
    private StridedTarget freeStrided;
    private VectorTarget freeVector;

    StridedTarget strided(final Object base, final long address, final long bytes) {
        final StridedTarget free = freeStrided;
        final StridedTarget target = free == null ? new StridedTarget(this) : free;
        freeStrided = free == null ? null : free.next;
        target.begin(base, address, bytes);
        return target;
    }

    VectorTarget vector(final LocalSpan local, final IoVector vector) {
        final VectorTarget free = freeVector;
        final VectorTarget target = free == null ? new VectorTarget(this) : free;
        freeVector = free == null ? null : free.next;
        target.begin(local, vector);
        return target;
    }

    void release(final StridedTarget target) {
        target.next = freeStrided;
        freeStrided = target;
    }

    void release(final VectorTarget target) {
        target.next = freeVector;
        freeVector = target;
    }
}
