package org.gmt4j.cli.doctor;

/**
 * One line of the doctor.
 *
 * @param status      fine, worth a look, or a job cannot run
 * @param name        subject
 * @param value       its state
 * @param consequence of that state
 * @param remedy      command or change that helps; empty if all is well
 */
public record Finding(Status status, String name, String value, String consequence, String remedy) {

    /** How serious. */
    public enum Status { OK, WARN, BAD }

    static Finding ok(final String name, final String value) {
        return new Finding(Status.OK, name, value, "", "");
    }

    static Finding warn(final String name, final String value, final String consequence, final String remedy) {
        return new Finding(Status.WARN, name, value, consequence, remedy);
    }

    static Finding bad(final String name, final String value, final String consequence, final String remedy) {
        return new Finding(Status.BAD, name, value, consequence, remedy);
    }
}
