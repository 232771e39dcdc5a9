package org.gmt4j;

import org.gmt4j.engine.container.StoreValues;

/** What keys and values of a container are. */
enum ContainerKind {
    MAP("map", false, StoreValues.WORDS, false),
    DOUBLE_MAP("map", false, StoreValues.WORDS, true),
    TEXT_MAP("map", false, StoreValues.TEXTS, false),
    STRING_MAP("map", true, StoreValues.WORDS, false),
    STRING_DOUBLE_MAP("map", true, StoreValues.WORDS, true),
    STRING_TEXT_MAP("map", true, StoreValues.TEXTS, false),
    SET("set", false, StoreValues.NONE, false),
    STRING_SET("set", true, StoreValues.NONE, false),
    BAG("bag", false, StoreValues.NONE, false);

    private final String word;
    private final boolean hasTexts;
    private final StoreValues values;
    private final boolean isFloating;

    ContainerKind(final String word, final boolean hasTexts, final StoreValues values, final boolean isFloating) {
        this.word = word;
        this.hasTexts = hasTexts;
        this.values = values;
        this.isFloating = isFloating;
    }

    boolean hasTexts() {
        return hasTexts;
    }

    StoreValues storeValues() {
        return values;
    }

    boolean isMapOfLongs() {
        return this == MAP || this == DOUBLE_MAP;
    }

    /** Returns the operation of a merge. */
    int operation(final Merge merge) {
        if (values == StoreValues.TEXTS) {
            throw new IllegalArgumentException("GMT-823 " + merge + " cannot combine strings; leave out merging(), or "
                + "take a map with values of long or double");
        }
        return isFloating ? merge.ofDoubles() : merge.ofIntegers();
    }

    String label(final long number, final ContainerSpec spec) {
        return word + (spec.name().isEmpty() ? " #" + number : " '" + spec.name() + "'");
    }
}
