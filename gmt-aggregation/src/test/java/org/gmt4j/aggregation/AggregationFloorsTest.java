package org.gmt4j.aggregation;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import org.gmt4j.broken.aggregation.queue.QueueThatKnowsTheTransport;
import org.gmt4j.broken.aggregation.queue.QueueThatParks;
import org.gmt4j.broken.aggregation.queue.QueueThatReadsTheClock;
import org.gmt4j.broken.aggregation.queue.QueueWithMonitor;
import org.gmt4j.broken.aggregation.server.ServerThatNamesAeron;
import org.gmt4j.broken.aggregation.server.ServerThatPrints;
import org.gmt4j.broken.aggregation.server.ServerThatReadsProperties;
import org.gmt4j.broken.aggregation.server.ServerThatSleeps;
import org.gmt4j.broken.aggregation.server.ServerWithLock;
import org.gmt4j.broken.aggregation.settings.SettingsThatKnowTheServer;
import org.gmt4j.broken.aggregation.settings.SettingsUtils;
import org.gmt4j.broken.aggregation.topology.TopologyThatCounts;
import org.gmt4j.broken.aggregation.transport.TransportThatKnowsTheQueue;
import org.gmt4j.broken.aggregation.wire.WireThatKnowsTheQueue;
import org.gmt4j.broken.aggregation.wire.WireThatLogs;
import org.gmt4j.broken.aggregation.wire.WireWithState;
import org.junit.jupiter.api.Test;

/** The floors of this module. Each rule holds for the code, and bites a class that was written to break it. */
final class AggregationFloorsTest {
    private static final String WIRE = "..aggregation.wire..";
    private static final String MEMORY = "..aggregation.memory..";
    private static final String TOPOLOGY = "..aggregation.topology..";
    private static final String QUEUE = "..aggregation.queue..";
    private static final String TRANSPORT = "..aggregation.transport..";
    private static final String SERVER = "..aggregation.server..";
    private static final String SETTINGS = "..aggregation.settings..";

    private static final ArchRule FLOORS = layeredArchitecture().consideringOnlyDependenciesInLayers()
        .optionalLayer("settings").definedBy(SETTINGS)
        .optionalLayer("memory").definedBy(MEMORY)
        .optionalLayer("wire").definedBy(WIRE)
        .optionalLayer("topology").definedBy(TOPOLOGY)
        .optionalLayer("queue").definedBy(QUEUE)
        .optionalLayer("transport").definedBy(TRANSPORT)
        .optionalLayer("server").definedBy(SERVER)
        .whereLayer("server").mayNotBeAccessedByAnyLayer()
        .whereLayer("queue").mayOnlyBeAccessedByLayers("server")
        .whereLayer("transport").mayOnlyBeAccessedByLayers("server")
        .whereLayer("topology").mayOnlyBeAccessedByLayers("queue", "server")
        .whereLayer("wire").mayOnlyBeAccessedByLayers("queue", "server")
        .whereLayer("memory").mayOnlyBeAccessedByLayers("wire", "queue", "transport", "server")
        .whereLayer("settings").mayOnlyBeAccessedByLayers("topology", "queue", "transport", "server")
        .because("higher floors import lower ones; queue and transport do not know each other");

    private static final ArchRule NO_CYCLES = slices().matching("..aggregation.(*)..").should().beFreeOfCycles();

    private static final ArchRule BYTES_KNOW_NOTHING = classes().that().resideInAnyPackage(WIRE, MEMORY)
        .should().onlyDependOnClassesThat().resideInAnyPackage(WIRE, MEMORY, "java..", "org.agrona..");

    private static final ArchRule BYTES_ARE_FINAL = classes().that().resideInAnyPackage(WIRE, MEMORY)
        .and().areNotInterfaces().should().haveModifier(JavaModifier.FINAL);

    private static final ArchRule BYTES_HAVE_NO_STATE = fields().that().areDeclaredInClassesThat()
        .resideInAnyPackage(WIRE, MEMORY).should().beStatic();

    private static final ArchRule TOPOLOGY_IS_PURE = classes().that().resideInAPackage(TOPOLOGY)
        .should().onlyDependOnClassesThat(DescribedPredicate.describe("are arithmetic, of their own floor, or settings",
            type -> type.isPrimitive() || type.isArray() && type.getBaseComponentType().isPrimitive()
                || type.getPackageName()
                    .matches("java\\.(lang|lang\\.(invoke|annotation|runtime)|util|util\\.(function|stream))")
                || type.getBaseComponentType().getPackageName().matches(".*aggregation\\.(topology|settings)")));

    private static final ArchRule AERON_IN_TRANSPORT_ONLY = noClasses().that().resideOutsideOfPackage(TRANSPORT)
        .should().dependOnClassesThat().resideInAPackage("io.aeron..");

    private static final ArchRule NO_QUASAR = noClasses().should().dependOnClassesThat()
        .resideInAPackage("co.paralleluniverse..");

    private static final ArchRule NOTHING_WAITS = noClasses().that().resideOutsideOfPackage(TRANSPORT)
        .should().accessTargetWhere(calls("a method that waits", "java.lang.Thread.sleep", "java.lang.Thread.join",
            "java.lang.Thread.yield", "java.lang.Object.wait", "java.util.concurrent.Future.get",
            "java.util.concurrent.locks.LockSupport.park", "java.util.concurrent.locks.LockSupport.parkNanos",
            "java.util.concurrent.locks.LockSupport.parkUntil"));

    private static final ArchRule NO_MONITORS = noMethods().that().areDeclaredInClassesThat()
        .resideInAnyPackage(MEMORY, WIRE, TOPOLOGY, QUEUE, SERVER).should().haveModifier(JavaModifier.SYNCHRONIZED);

    private static final ArchRule NO_LOCKS = noClasses().that()
        .resideInAnyPackage(MEMORY, WIRE, TOPOLOGY, QUEUE, SERVER)
        .should().dependOnClassesThat().resideInAPackage("java.util.concurrent.locks..");

    private static final ArchRule ENVIRONMENT_IN_SETTINGS_ONLY = noClasses().that()
        .resideOutsideOfPackages(SETTINGS, TRANSPORT).should()
        .accessTargetWhere(calls("the environment", "java.lang.System.getProperty", "java.lang.System.getenv",
            "java.lang.Integer.getInteger", "java.lang.Long.getLong", "java.lang.Boolean.getBoolean"));

    private static final ArchRule CLOCKS_ARE_HANDED_IN = noClasses().that()
        .resideInAnyPackage(MEMORY, WIRE, TOPOLOGY, QUEUE, SERVER)
        .should()
        .accessTargetWhere(calls("the clock", "java.lang.System.nanoTime", "java.lang.System.currentTimeMillis"));

    private static final ArchRule NOBODY_PRINTS = noClasses()
        .should().accessTargetWhere(calls("the console", "java.lang.System.out", "java.lang.System.err",
            "java.lang.System.exit")
            .and(DescribedPredicate.describe("outside mains", access -> !access.getOrigin().getName().equals("main"))));

    private static final ArchRule NAMES_SAY_SOMETHING = noClasses()
        .should().haveNameMatching(".*\\.[A-Za-z]*(Util|Utils|Helper|Helpers|Manager|Misc|Common)");

    private static final JavaClasses CODE = new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("org.gmt4j.aggregation");

    private static DescribedPredicate<JavaAccess<?>> calls(final String what, final String... names) {
        final Set<String> all = Set.of(names);
        return DescribedPredicate.describe("of " + what,
            access -> all.contains(access.getTargetOwner().getFullName() + "." + access.getTarget().getName()));
    }

    private static void holdsAndBites(final ArchRule rule, final Class<?>... broken) {
        assertTrue(CODE.size() > 50, "the code was not found");
        rule.allowEmptyShould(true).check(CODE);
        final JavaClasses classes = new ClassFileImporter().importClasses(broken);
        assertTrue(rule.evaluate(classes).hasViolation(), () -> "does not bite: " + rule.getDescription());
    }

    @Test
    void shouldNotLookUpFromAFloor() {
        holdsAndBites(FLOORS, WireThatKnowsTheQueue.class, org.gmt4j.broken.aggregation.queue.BrokenBase.class);
        holdsAndBites(FLOORS, SettingsThatKnowTheServer.class, ServerThatPrints.class);
    }

    @Test
    void shouldKeepQueueAndTransportApart() {
        holdsAndBites(FLOORS, QueueThatKnowsTheTransport.class, TransportThatKnowsTheQueue.class);
        holdsAndBites(FLOORS, TransportThatKnowsTheQueue.class, org.gmt4j.broken.aggregation.queue.BrokenBase.class);
    }

    @Test
    void shouldHaveNoCycles() {
        holdsAndBites(NO_CYCLES, QueueThatKnowsTheTransport.class, TransportThatKnowsTheQueue.class,
            org.gmt4j.broken.aggregation.queue.BrokenBase.class);
    }

    @Test
    void shouldKeepBytesIgnorant() {
        holdsAndBites(BYTES_KNOW_NOTHING, WireThatLogs.class);
    }

    @Test
    void shouldKeepBytesFinalAndWithoutState() {
        holdsAndBites(BYTES_ARE_FINAL, WireWithState.class);
        holdsAndBites(BYTES_HAVE_NO_STATE, WireWithState.class);
    }

    @Test
    void shouldKeepTopologyPure() {
        holdsAndBites(TOPOLOGY_IS_PURE, TopologyThatCounts.class);
        holdsAndBites(FLOORS, TopologyThatCounts.class, org.gmt4j.broken.aggregation.queue.BrokenBase.class);
    }

    @Test
    void shouldNameAeronInTheTransportOnly() {
        holdsAndBites(AERON_IN_TRANSPORT_ONLY, ServerThatNamesAeron.class);
    }

    @Test
    void shouldNotKnowQuasar() {
        // No broken class: Quasar is not on this module's class path, so such a class cannot even be written.
        NO_QUASAR.check(CODE);
    }

    @Test
    void shouldNeverWait() {
        holdsAndBites(NOTHING_WAITS, ServerThatSleeps.class);
        holdsAndBites(NOTHING_WAITS, QueueThatParks.class);
    }

    @Test
    void shouldUseNeitherMonitorsNorLocks() {
        holdsAndBites(NO_MONITORS, QueueWithMonitor.class);
        holdsAndBites(NO_LOCKS, ServerWithLock.class);
    }

    @Test
    void shouldReadTheEnvironmentInSettingsOnly() {
        holdsAndBites(ENVIRONMENT_IN_SETTINGS_ONLY, ServerThatReadsProperties.class);
    }

    @Test
    void shouldTakeTheTimeFromItsCallers() {
        holdsAndBites(CLOCKS_ARE_HANDED_IN, QueueThatReadsTheClock.class);
    }

    @Test
    void shouldNotPrint() {
        holdsAndBites(NOBODY_PRINTS, ServerThatPrints.class);
    }

    @Test
    void shouldHaveNamesThatSaySomething() {
        holdsAndBites(NAMES_SAY_SOMETHING, SettingsUtils.class);
    }

    @Test
    void shouldNotBiteAClassThatBreaksAnotherRule() {
        final JavaClasses innocent = new ClassFileImporter().importClasses(ServerThatPrints.class);
        for (final ArchRule rule : new ArchRule[] {FLOORS, NO_CYCLES, NOTHING_WAITS, NO_MONITORS, NO_LOCKS,
            ENVIRONMENT_IN_SETTINGS_ONLY, CLOCKS_ARE_HANDED_IN, AERON_IN_TRANSPORT_ONLY, NAMES_SAY_SOMETHING}) {
            assertFalse(rule.allowEmptyShould(true).evaluate(innocent).hasViolation(), rule.getDescription());
        }
    }
}
