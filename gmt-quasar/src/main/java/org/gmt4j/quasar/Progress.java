package org.gmt4j.quasar;

import co.paralleluniverse.fibers.Coroutine;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Points in loops where code that computes gives way. The instrumentation step puts one at the begin of each loop of a
 * class that {@link GivesWay}. Any thread.
 *
 * <pre>
 * asleep   an empty call, which compilers remove: costs nothing
 *   | {@link #awaken}, once for each class, when one of its methods was found computing for long
 * awake    reads a flag; while {@link #want requested}, the coroutine on this thread gives way
 * </pre>
 *
 * <p>Classes whose methods never compute for long between two operations therefore keep their full speed.
 */
public final class Progress {
    private static final MethodType TYPE = MethodType.methodType(void.class);
    private static final MethodHandle ASLEEP = MethodHandles.empty(TYPE);
    private static final MethodHandle AWAKE;

    static {
        try {
            AWAKE = MethodHandles.lookup().findStatic(Progress.class, "check", TYPE);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Call sites by class name, since loaders may have several classes of one name. Contains the classes with a point
     * that was reached.
     */
    private static final ConcurrentHashMap<String, List<WeakReference<MutableCallSite>>> POINTS =
        new ConcurrentHashMap<>();
    private static final ClassValue<MutableCallSite> POINT = new ClassValue<>() {
        @Override
        protected MutableCallSite computeValue(final Class<?> type) {
            final MutableCallSite point = new MutableCallSite(ASLEEP);
            POINTS.computeIfAbsent(type.getName(), name -> new CopyOnWriteArrayList<>())
                .add(new WeakReference<>(point));
            return point;
        }
    };

    private static volatile boolean isWanted;

    private Progress() {
    }

    /**
     * Links a point of the class of the look-up; all points of a class share a call site. Called by instrumented code.
     */
    public static CallSite point(final MethodHandles.Lookup caller, final String name, final MethodType type) {
        return POINT.get(caller.lookupClass());
    }

    private static void check() {
        if (isWanted) {
            giveWay();
        }
    }

    private static void giveWay() {
        final Coroutine running = Coroutine.current();
        if (running != null) {
            running.giveWay();
        }
    }

    /** Sets whether points that are awake notify the coroutine that reaches them. */
    public static void want(final boolean isWantedNow) {
        isWanted = isWantedNow;
    }

    /**
     * Awakens the points of classes of a name, at the price of their compiled code.
     *
     * @return whether there are any that were reached; harmless when they are awake already
     */
    public static boolean awaken(final String className) {
        final List<WeakReference<MutableCallSite>> points = POINTS.get(className);
        if (points == null) {
            return false;
        }
        for (final WeakReference<MutableCallSite> reference : points) {
            final MutableCallSite point = reference.get();
            if (point != null && point.getTarget() != AWAKE) {
                point.setTarget(AWAKE);
                MutableCallSite.syncAll(new MutableCallSite[] {point});
            }
        }
        return true;
    }
}
