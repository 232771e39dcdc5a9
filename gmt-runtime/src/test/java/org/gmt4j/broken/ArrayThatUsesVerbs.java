package org.gmt4j.broken;

/** Goes by the verbs of programs on purpose: shows that the rule bites. */
abstract class ArrayThatUsesVerbs implements org.gmt4j.Placement {
    org.gmt4j.armci.Armci armci;
}
