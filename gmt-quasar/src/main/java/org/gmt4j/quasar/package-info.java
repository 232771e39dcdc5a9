/**
 * Additions to Quasar: the instrumentation step as a command, and the marks and points that the step adds to classes.
 * Not an API for programs.
 */
package org.gmt4j.quasar;
