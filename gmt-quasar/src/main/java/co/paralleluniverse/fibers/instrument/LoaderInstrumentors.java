package co.paralleluniverse.fibers.instrument;

import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The agent's instrumentors: one for each class loader that has loaded classes lately, as what an instrumentor knows of
 * a loader keeps that loader in memory. An application server has a new loader for each start of an application, and
 * drops the old one. Any thread; per class that is loaded.
 */
final class LoaderInstrumentors {
    /** So many loaders may be kept, until memory is short. */
    private static final int KEPT = 4;

    private final Log log;
    /** Knows no loader. */
    private final QuasarInstrumentor names = new QuasarInstrumentor(false);
    /** By the identity of the loader, the one used last at the end. Guarded by this. */
    private final Map<Integer, Known> recent = new LinkedHashMap<>(8, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(final Map.Entry<Integer, Known> eldest) {
            return size() > KEPT;
        }
    };

    private record Known(WeakReference<ClassLoader> loader, SoftReference<QuasarInstrumentor> instrumentor) {
    }

    LoaderInstrumentors(final Log log) {
        this.log = log;
    }

    /** Returns whether a class of this name may be changed at all. */
    boolean isOfInterest(final String className) {
        return names.shouldInstrument(className);
    }

    /** Returns the instrumentor of a loader. Methods may both block and wait: many do so outside of tasks. */
    synchronized QuasarInstrumentor of(final ClassLoader loader) {
        final int identity = System.identityHashCode(loader);
        final Known known = recent.get(identity);
        final QuasarInstrumentor old = known == null || known.loader().get() != loader ? null
            : known.instrumentor().get();
        if (old != null) {
            return old;
        }
        final QuasarInstrumentor made = new QuasarInstrumentor(false);
        made.setLog(log).setAllowBlocking(true);
        recent.put(identity, new Known(new WeakReference<>(loader), new SoftReference<>(made)));
        return made;
    }
}
