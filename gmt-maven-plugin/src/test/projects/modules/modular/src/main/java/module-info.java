module app {
    requires gmt.runtime;
    requires co.paralleluniverse.quasar.core;
    uses org.gmt4j.GmtCluster;      // names a class of the runtime, so that the step looks at this file
    opens app;
}
