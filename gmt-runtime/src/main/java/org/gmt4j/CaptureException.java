package org.gmt4j;

/**
 * A body was refused at its submission, before anything was sent, because something in it cannot travel to another
 * node, or would be lost there. GMT-702, and GMT-201 to GMT-204 of a result, come after the body has run.
 *
 * <ul>
 *   <li>{@code GMT-201} a captured value (named), or a result, is of a type that does not travel</li>
 *   <li>{@code GMT-202} the class of the body, of a captured value or of a result is not registered</li>
 *   <li>{@code GMT-203} the captured values, or a result, are longer than 32 MB; or, in visits, local bodies and
 *       {@code try} forms, than one command may be</li>
 *   <li>{@code GMT-204} the captured values are nested too deeply, or contain themselves</li>
 *   <li>{@code GMT-205} the object is not a body at all</li>
 *   <li>{@code GMT-700} the body stores into a captured value</li>
 *   <li>{@code GMT-702} a captured value has changed while the body ran; found by {@code gmt.check.captures}</li>
 * </ul>
 */
public class CaptureException extends GmtException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. For use by the runtime. */
    public CaptureException(final String code, final String message) {
        super(code, message);
    }
}
