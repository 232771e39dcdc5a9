package org.gmt4j.quasar.check;

/**
 * The origin of a value: a place on the heap, read in this method. Immutable.
 *
 * @param isComputed whether the value was computed from the content; a content that is stored back unchanged is no lost
 *                   update
 * @param waitedIn   a call that may have waited since, for a message, or null
 * @param line       line of the read
 */
record HeapRead(Place place, boolean isComputed, String waitedIn, int line) {

    HeapRead computed() {
        return isComputed ? this : new HeapRead(place, true, waitedIn, line);
    }

    HeapRead waited(final String call) {
        return waitedIn != null ? this : new HeapRead(place, isComputed, call, line);
    }

    /**
     * A field, a static field or an array element. Two are equal only if they are certainly the same place.
     *
     * @param base   identity of the object or array; for a static field its class
     * @param member the field's name, or {@code []}
     * @param index  identity of the index, or null
     * @param source text for a message, for example {@code state.v}
     */
    record Place(Object base, String member, Object index, String source) {
        static final String ELEMENT = "[]";

        @Override
        public boolean equals(final Object other) {
            return other instanceof Place place && base.equals(place.base) && member.equals(place.member)
                && java.util.Objects.equals(index, place.index);
        }

        @Override
        public int hashCode() {
            return base.hashCode() * 31 + member.hashCode();
        }
    }
}
