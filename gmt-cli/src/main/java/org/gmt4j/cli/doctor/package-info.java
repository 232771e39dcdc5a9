/** Is this machine fit, with advice if not. {@link org.gmt4j.cli.doctor.Machine} reads, {@code Doctor} judges. */
package org.gmt4j.cli.doctor;
