package org.gmt4j.aggregation.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    enum Mode { IPC, UDP_FAST }

    record CommConfig(
        @Setting(key = "gmt.comm.buffer.size", unit = "bytes", defaultValue = "64k", min = 1024, max = 1 << 24,
            meaning = "Length of a network buffer.") int bufferLength,
        @Setting(key = "gmt.block.timeout", unit = "ns", defaultValue = "20us", min = 0,
            meaning = "Age that closes a block.")
        long blockTimeoutNs,
        @Setting(key = "gmt.mode", defaultValue = "ipc", meaning = "Kind of transport.") Mode mode,
        @Setting(key = "gmt.share", unit = "ratio", defaultValue = "0.5", min = 0, max = 1,
            meaning = "A share.") double share,
        @Setting(key = "gmt.eager", defaultValue = "true", meaning = "Flush at once.") boolean eager,
        @Setting(key = "gmt.name", defaultValue = "", meaning = "A name.") String name) {

        CommConfig {
            if (mode == Mode.UDP_FAST && bufferLength > 1 << 20) {
                throw new IllegalArgumentException("buffers over UDP have at most 1m");
            }
        }
    }

    record OtherConfig(@Setting(key = "gmt.mode", defaultValue = "x", meaning = "Again.") String mode) {
    }

    private static final SettingCatalog CATALOG = SettingCatalog.of(CommConfig.class);

    private final Map<String, String> variables = new HashMap<>();
    private final Map<String, String> properties = new HashMap<>();

    private Settings.Builder builder() {
        return Settings.builder(CATALOG).environment(new Environment(variables, properties));
    }

    private static SettingValue valueOf(final Settings settings, final String key) {
        return settings.value(CATALOG.find(key).orElseThrow());
    }

    @Test
    void shouldFallBackToDefaults() {
        final CommConfig config = builder().build().load(CommConfig.class);
        assertEquals(new CommConfig(65536, 20_000, Mode.IPC, 0.5, true, ""), config);
    }

    @Test
    void shouldPreferEachLayerOverTheNext(@TempDir final Path folder) throws Exception {
        final String key = "gmt.comm.buffer.size";
        Files.writeString(folder.resolve("gmt.properties"), "# comment\n\ngmt.comm.buffer.size = 2k\n");
        assertEquals("gmt.properties:3", valueOf(builder().folder(folder).build(), key).place());
        properties.put(key, "3k");
        assertEquals("-Dgmt.comm.buffer.size", valueOf(builder().folder(folder).build(), key).place());
        variables.put("GMT_COMM_BUFFER_SIZE", "4k");
        assertEquals(SettingOrigin.ENVIRONMENT, valueOf(builder().folder(folder).build(), key).origin());
        final Settings all = builder().folder(folder).assignment("comm.buffer.size=5k", "--set").build();
        assertEquals("5k", valueOf(all, key).text());
        assertEquals("flag --set", valueOf(all, key).describeOrigin());
        assertEquals(5120, all.load(CommConfig.class).bufferLength());
        assertEquals(6144, all.with(key, "6k").load(CommConfig.class).bufferLength());
    }

    @ParameterizedTest
    @ValueSource(strings = {"comm.buffer.size", "gmt.comm.buffer.size", "--comm-buffer-size", "comm-buffer-size",
        "GMT_COMM_BUFFER_SIZE"})
    void shouldKnowEverySpelling(final String name) {
        assertEquals(8192, builder().flag(name, "8k", name).build().load(CommConfig.class).bufferLength());
    }

    @ParameterizedTest
    @CsvSource({"4096,4096", "64K,65536", "1m,1048576", "2 kB,2048", "16MiB,16777216", "8_192,8192"})
    void shouldReadSizes(final String text, final int expected) {
        assertEquals(expected,
            builder().flag("comm.buffer.size", text, "--set").build().load(CommConfig.class).bufferLength());
    }

    @ParameterizedTest
    @CsvSource({"0,0", "15ns,15", "250us,250000", "3ms,3000000", "2s,2000000000", "1min,60000000000"})
    void shouldReadDurations(final String text, final long expectedNs) {
        assertEquals(expectedNs,
            builder().flag("block.timeout", text, "--set").build().load(CommConfig.class).blockTimeoutNs());
    }

    @ParameterizedTest
    @CsvSource({
        "comm.buffer.size,64q,a whole number", "comm.buffer.size,'',a whole number",
            "comm.buffer.size,512,between 1024 and 16777216 bytes",
        "comm.buffer.size,99g,between", "comm.buffer.size,9999999999g,a whole number",
            "block.timeout,20k,a whole duration", "block.timeout,60,a whole duration with its unit",
            "block.timeout,-1,at least 0 ns",
        "mode,tcp,one of ipc|udp-fast", "share,1.5,between 0 and 1", "share,NaN,a number",
            "eager,perhaps,true or false"})
    void shouldSayWhatIsExpected(final String key, final String text, final String expected) {
        final Settings settings = builder().flag(key, text, "--set").build();
        final ConfigException refused = assertThrows(ConfigException.class, () -> settings.load(CommConfig.class));
        assertEquals("GMT-102", refused.code());
        assertTrue(refused.getMessage().startsWith("GMT-102 gmt." + key + " = '" + text + "' (from flag --set)"),
            refused.getMessage());
        assertTrue(refused.getMessage().contains("expected " + expected), refused.getMessage());
    }

    @Test
    void shouldAcceptEnumsInEitherSpelling() {
        assertEquals(Mode.UDP_FAST, builder().flag("mode", "udp-fast", "--set").build().load(CommConfig.class).mode());
        assertEquals(Mode.UDP_FAST, builder().flag("mode", "UDP_FAST", "--set").build().load(CommConfig.class).mode());
    }

    @Test
    void shouldNameTheValuesThatDoNotFitTogether() {
        final Settings settings = builder().flag("mode", "udp-fast", "--set")
            .flag("comm.buffer.size", "2m", "--comm-buffer-size").build();
        final String message = assertThrows(ConfigException.class, () -> settings.load(CommConfig.class)).getMessage();
        assertTrue(message.contains("buffers over UDP have at most 1m"), message);
        assertTrue(message.contains("gmt.comm.buffer.size = 2m (from flag --comm-buffer-size)"), message);
    }

    @Test
    void shouldSuggestTheNearestName() {
        final String message = assertThrows(ConfigException.class, () ->
            builder().assignment("comm.bufer.size=1k", "--set").build()).getMessage();
        assertTrue(message.startsWith("GMT-101 no setting is named gmt.comm.bufer.size (from --set). "
            + "Did you mean gmt.comm.buffer.size?"), message);
        properties.put("gmt.mod", "ipc");
        assertThrows(ConfigException.class, () -> builder().build());
    }

    @Test
    void shouldRefuseUnknownNamesInTheFile(@TempDir final Path folder) throws Exception {
        final Path file = Files.writeString(folder.resolve("my.properties"), "gmt.mode=ipc\ngmt.modes=ipc\n");
        final String message = assertThrows(ConfigException.class, () -> builder().file(file).build()).getMessage();
        assertTrue(message.contains("my.properties:2"), message);
    }

    @Test
    void shouldTolerateThePropertiesOfTheMavenPlugin() {
        properties.put("gmt.main", "demo.Hits");
        properties.put("gmt.skip", "true");
        builder().build();
        properties.put("gmt.mian", "demo.Hits");
        assertThrows(ConfigException.class, () -> builder().build());
    }

    @Test
    void shouldRefuseMisspeltVariablesButTolerateForeignOnes() {
        variables.put("GMT_TMPDIR_OF_MAPPING_TOOLS", "/x");
        variables.put("GMT_NODE_ID", "1");
        variables.put("GMT_MODE", " ");
        assertEquals(Mode.IPC, builder().build().load(CommConfig.class).mode());
        variables.put("GMT_COMM_BUFFERSIZE", "1k");
        assertThrows(ConfigException.class, () -> builder().build());
    }

    /** What would have no effect otherwise, without a word. */
    @ParameterizedTest
    @CsvSource({"GMT_HEEP,GMT_HEAP", "GMT_JOBKEY,GMT_JOB_KEY", "GMT_NODEID,GMT_NODE_ID", "GMT_LOGG,GMT_LOG"})
    void shouldRefuseMisspeltVariablesThatAreNoSettings(final String misspelt, final String meant) {
        variables.put(misspelt, "x");
        final String message = assertThrows(ConfigException.class, () -> builder().build()).getMessage();
        assertTrue(message.contains(misspelt + ". Did you mean " + meant + "?"), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GMT_TASK_FIBERS", "GMT_LIB", "GMT_DATADIR", "GMT_SHAREDIR", "GMT_CACHEDIR", "GMT_USERDIR",
        "GMT_TMPDIR", "GMT_SESSION_NAME", "GMT_LOG", "GMT_CACHE", "GMT_BUILD", "GMT_SQL", "GMT_CDS"})
    void shouldTolerateVariablesOfOthersAndOfTheScript(final String name) {
        variables.put(name, "x");
        builder().build();
    }

    @Test
    void shouldSayWhereReservedNamesBelong() {
        final String message = assertThrows(ConfigException.class, () ->
            builder().assignment("node.id=1", "--set").build()).getMessage();
        assertTrue(message.contains("environment variable GMT_NODE_ID"), message);
    }

    @Test
    void shouldRefuseUnreadableFileAndMalformedAssignment(@TempDir final Path folder) {
        assertEquals("GMT-103",
            assertThrows(ConfigException.class, () -> builder().file(folder.resolve("absent"))).code());
        assertEquals("GMT-103",
            assertThrows(ConfigException.class, () -> Settings.requireFolder(folder.resolve("absent"))).code());
        Settings.requireFolder(folder);
        builder().folder(folder.resolve("absent")).build();     // programs go on, with a warning
        assertEquals("GMT-102",
            assertThrows(ConfigException.class, () -> builder().assignment("mode", "--set")).code());
    }

    @Test
    void shouldRefuseKeyDeclaredTwice() {
        assertThrows(IllegalArgumentException.class, () -> SettingCatalog.of(CommConfig.class, OtherConfig.class));
    }

    @Test
    void shouldParseAllDefaults() {
        CATALOG.settings().forEach(setting -> Settings.defaults().value(setting).parsed());
    }

    @Test
    void shouldGenerateReferenceAndProfile(@TempDir final Path folder) throws Exception {
        final ConfigReference reference = new ConfigReference(CATALOG);
        assertTrue(reference.markdown()
            .contains("| `gmt.comm.buffer.size` | `GMT_COMM_BUFFER_SIZE` | `--comm-buffer-size` "
                + "| bytes | `64k` | Length of a network buffer. |"));
        assertTrue(reference.markdown().contains("| ipc, udp-fast |"));
        assertTrue(reference.markdown().contains("`GMT_JOB_KEY`"));
        final String uncommented = reference.properties().replace("#gmt.", "gmt.");
        final Path file = Files.writeString(folder.resolve("gmt.properties"), uncommented);
        assertEquals(Settings.defaults().load(CommConfig.class), builder().file(file).build().load(CommConfig.class));
    }
}
