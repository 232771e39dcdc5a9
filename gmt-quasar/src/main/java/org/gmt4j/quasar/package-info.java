/**
 * Additions to Quasar: stand-ins for the few classes of Guava that it uses, so that Guava is not needed at run time
 * (the patch tool, src/tool/QuasarPatch.java, redirects Quasar to them); the instrumentation step as a command; and the
 * marks and points that the step adds to classes. Not an API for programs.
 */
package org.gmt4j.quasar;
