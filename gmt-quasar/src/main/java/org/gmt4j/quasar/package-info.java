/**
 * Stand-ins for the few classes of Guava that Quasar uses, so that Guava is not needed at run time. The patch tool
 * (src/tool/QuasarPatch.java) redirects Quasar to them. Not an API: nothing else may use this package.
 */
package org.gmt4j.quasar;
