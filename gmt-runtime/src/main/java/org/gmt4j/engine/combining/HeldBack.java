package org.gmt4j.engine.combining;

/** What one lane holds back of the updates of one array. Owned by the lane. Per flush. */
interface HeldBack {
    /** Issues all of it; what is added meanwhile is issued as well. */
    void issueAll();

    /** Notes whether the lane will call {@link #issueAll}. */
    void noted(boolean isNoted);
}
