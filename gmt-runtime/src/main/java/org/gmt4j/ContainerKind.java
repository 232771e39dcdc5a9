package org.gmt4j;

/** What keys and values of a container are. */
enum ContainerKind {
    MAP("map", false, false, false),
    DOUBLE_MAP("map", false, false, true),
    STRING_MAP("map", true, false, false),
    STRING_DOUBLE_MAP("map", true, false, true),
    SET("set", false, true, false),
    STRING_SET("set", true, true, false),
    BAG("bag", false, false, false);

    private final String word;
    private final boolean hasTexts;
    private final boolean isSet;
    private final boolean isFloating;

    ContainerKind(final String word, final boolean hasTexts, final boolean isSet, final boolean isFloating) {
        this.word = word;
        this.hasTexts = hasTexts;
        this.isSet = isSet;
        this.isFloating = isFloating;
    }

    boolean hasTexts() {
        return hasTexts;
    }

    boolean isSet() {
        return isSet;
    }

    boolean isMapOfLongs() {
        return this == MAP || this == DOUBLE_MAP;
    }

    /** Returns the operation of a merge. */
    int operation(final Merge merge) {
        return isFloating ? merge.ofDoubles() : merge.ofIntegers();
    }

    String label(final int id, final ContainerSpec spec) {
        return word + (spec.name().isEmpty() ? " #" + id : " '" + spec.name() + "'");
    }
}
