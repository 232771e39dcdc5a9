/**
 * How applications are run several times and judged by one thread of plain Java. Read first:
 * {@link org.gmt4j.apps.trial.TimedRuns}.
 */
package org.gmt4j.apps.trial;
