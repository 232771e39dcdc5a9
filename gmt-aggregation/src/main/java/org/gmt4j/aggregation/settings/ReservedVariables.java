package org.gmt4j.aggregation.settings;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * {@code GMT_*} environment variables that are not settings: the identity of a node, and the start of JVMs by the
 * launcher. And {@code gmt.*} properties that are not: those of the Maven plugin, which Maven hands on to the JVMs of
 * tests.
 */
public final class ReservedVariables {

    /** This process's number among the nodes, from 0. Its presence makes {@code gmt run} join instead of launch. */
    public static final String NODE_ID = "GMT_NODE_ID";
    /** The meeting point of the nodes, {@code host:port}. */
    public static final String SEED = "GMT_SEED";
    /** Shared secret of the job. */
    public static final String JOB_KEY = "GMT_JOB_KEY";
    /** For the launcher: where to make a job's files. For a node: the directory of the launcher's media driver. */
    public static final String AERON_DIR = "GMT_AERON_DIR";
    /** The origin of this node process: {@code local} or {@code hand}. Set by the launcher. */
    public static final String LAUNCH = "GMT_LAUNCH";
    /** Settings file. */
    public static final String CONFIG = "GMT_CONFIG";
    /** Installation directory. */
    public static final String HOME = "GMT_HOME";
    /** Class path of node processes. */
    public static final String CLASSPATH = "GMT_CLASSPATH";
    /** Further JVM flags of node processes. */
    public static final String JAVA_OPTS = "GMT_JAVA_OPTS";
    /** Heap limit of each node process. */
    public static final String HEAP = "GMT_HEAP";
    /** Class-data sharing archive. */
    public static final String CDS_ARCHIVE = "GMT_CDS_ARCHIVE";
    public static final String CDS_RECORD = "GMT_CDS_RECORD";
    /** Transparent huge pages for the heap. */
    public static final String HUGE_PAGES = "GMT_HUGE_PAGES";

    /** Level of the distribution's log. */
    private static final String LOG = "GMT_LOG";
    /** Folder of extracted graphs. */
    private static final String CACHE = "GMT_CACHE";
    /** For the script: what it builds, and whether. */
    private static final String BUILD = "GMT_BUILD";
    private static final String SQL = "GMT_SQL";
    /** For the script: whether it makes archives of classes. */
    private static final String CDS = "GMT_CDS";

    private static final String PREFIX = "GMT_";
    private static final Set<String> OF_MAVEN = Set.of("gmt.skip", "gmt.main", "gmt.arguments", "gmt.options");
    private static final Map<String, String> MEANINGS = new LinkedHashMap<>();

    static {
        MEANINGS.put(NODE_ID, "number of this node, from 0; makes `gmt run` join a job instead of launching one");
        MEANINGS.put(SEED,
            "`host:port` where the nodes of a job meet (not the random seed: that is `gmt.random.seed`)");
        MEANINGS.put(JOB_KEY, "shared secret of the job; nodes with another key are refused; "
            + "`none` for a job without (absent: made for a job on one host, "
            + "needed on several)");
        MEANINGS.put(AERON_DIR,
            "folder in which the launcher makes the files of a job (default: `/dev/shm`); for a node process, "
            + "set by the launcher, the directory of the media driver to use");
        MEANINGS.put(LAUNCH, "`local` or `hand`: how this node process was started; set by the launcher for its nodes");
        MEANINGS.put(CONFIG, "settings file to read instead of `gmt.properties` in the working folder");
        MEANINGS.put(HOME, "installation directory; set by the script `gmt`");
        MEANINGS.put(CLASSPATH, "class path of the node processes; set by the script `gmt`");
        MEANINGS.put(JAVA_OPTS, "further JVM flags of launcher and node processes, separated by blanks");
        MEANINGS.put(HEAP, "heap limit of each node process, such as `2g`; computed from memory and nodes if absent");
        MEANINGS.put(CDS_ARCHIVE, "class-data sharing archive of the node processes");
        MEANINGS.put(CDS_RECORD, "where node 0 lists its classes for that archive; set by the script after a build");
        MEANINGS.put(HUGE_PAGES, "`off`: no transparent huge pages for arrays");
        MEANINGS.put(LOG, "level of the log on standard error: `error`, `warn` (default), `info`, `debug`");
        MEANINGS.put(CACHE, "folder in which graphs taken from the machine are kept (default: `~/.cache/gmt`)");
        MEANINGS.put(BUILD, "`off`: the script `gmt` runs what was built, without a look for changed sources");
        MEANINGS.put(SQL, "`on`: the script `gmt` builds with the module gmt-sql, until one with `off`");
        MEANINGS.put(CDS, "`off`: the script `gmt` neither makes nor uses archives of classes for quick starts");
    }

    private ReservedVariables() {
    }

    /** @return name to meaning, in the order of the reference */
    public static Map<String, String> meanings() {
        return Collections.unmodifiableMap(MEANINGS);
    }

    /** @return is this variable one of ours, without being a setting? */
    public static boolean isReserved(final String name) {
        return MEANINGS.containsKey(name);
    }

    /** @return the variable of ours that this one is likely to be a misspelling of: the shorter, the closer */
    static Optional<String> likely(final String name) {
        final int longest = Math.min(SettingCatalog.LIKELY_TYPO_DISTANCE, (name.length() - PREFIX.length()) / 3);
        return MEANINGS.keySet().stream().filter(known -> SettingCatalog.editDistance(name, known) <= longest)
            .min(Comparator.comparingInt(known -> SettingCatalog.editDistance(name, known)));
    }

    /** @return is this a property of the Maven plugin, and no setting? */
    public static boolean isOfMaven(final String property) {
        return OF_MAVEN.contains(property);
    }
}
