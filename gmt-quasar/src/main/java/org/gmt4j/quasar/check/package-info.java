/**
 * Finds stores that would be lost silently, in class files: {@code CapturedStores} (GMT-700) and {@code StaleStores}
 * (GMT-701), both by {@code Flow}, which follows values through one method. Read {@code FlowValue} first. Set-up; no
 * class is loaded. The consequence of a finding does not belong here: the instrumentation step and the function
 * registry decide it.
 */
package org.gmt4j.quasar.check;
