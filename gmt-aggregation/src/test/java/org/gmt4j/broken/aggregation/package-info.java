/** Classes that break the rules of the floors, one rule each: they prove that the rules bite. Nothing uses them. */
package org.gmt4j.broken.aggregation;
