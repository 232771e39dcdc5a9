/** Is this machine fit, and what to do if not. {@link org.gmt4j.cli.doctor.Machine} reads, {@code Doctor} judges. */
package org.gmt4j.cli.doctor;
