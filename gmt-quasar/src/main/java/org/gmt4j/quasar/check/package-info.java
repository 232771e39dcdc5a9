/**
 * Looks for stores that would silently be lost, in class files: {@code CapturedStores} (GMT-700) and
 * {@code StaleStores} (GMT-701), both by {@code Flow}, which follows values through one method. Read {@code FlowValue}
 * first. Set-up; no class is loaded. Does not belong here: what is done about a finding, which the instrumentation step
 * and the function registry decide.
 */
package org.gmt4j.quasar.check;
