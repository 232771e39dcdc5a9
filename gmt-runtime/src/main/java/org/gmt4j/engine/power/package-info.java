/**
 * What processors use: their frequency during long waits, and energy, measured or estimated by processor time. Reads
 * and writes files of the system below folders that are given, so that tests give their own. Floor R0, beside
 * {@code engine.waiting}.
 *
 * <p>Read {@link org.gmt4j.engine.power.CpuFrequency} and {@link org.gmt4j.engine.power.EnergyMeter}.
 */
package org.gmt4j.engine.power;
