package org.gmt4j;

/**
 * A library whose bodies travel: its classes are known to every cluster without being registered by the programs that
 * use it. Found by {@link java.util.ServiceLoader} beside the runtime, when a process starts its nodes; all processes
 * of a job have the same libraries. Implementations are stateless.
 */
public interface GmtLibrary {

    /**
     * Returns the classes whose lambdas, bodies and values may travel, as {@link GmtCluster.Builder#register} takes
     * them.
     *
     * @return the classes, with all their nested classes
     */
    Class<?>[] travellingClasses();
}
