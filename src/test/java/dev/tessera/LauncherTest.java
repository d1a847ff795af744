package dev.tessera;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Runs the launcher script in a fake installation: JDKs and Maven are short scripts that print their arguments, so
/// that nothing is downloaded or compiled.
@DisabledOnOs(OS.WINDOWS)
final class LauncherTest {
    private static final List<String> TOOLS = List.of(
            "bash",
            "cat",
            "cut",
            "date",
            "dirname",
            "find",
            "flock",
            "grep",
            "head",
            "ls",
            "mkdir",
            "mktemp",
            "mv",
            "readlink",
            "rm",
            "sleep",
            "tail",
            "touch");

    @TempDir
    private Path temp;

    private Path home;
    private Path tools;
    private Path jdk25;
    private final Map<String, String> environment = new TreeMap<>();

    private record Result(int code, String out, String err) {}

    @BeforeEach
    void make_the_fake_installation() throws IOException {
        home = temp.resolve("a folder");
        Files.createDirectories(home.resolve("src/main/java"));
        Files.copy(Path.of("tessera"), home.resolve("tessera"));
        home.resolve("tessera").toFile().setExecutable(true);
        Path archive = Files.createDirectories(home.resolve("packaging")).resolve("archive");
        Files.copy(Path.of("packaging/archive"), archive);
        archive.toFile().setExecutable(true);
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        Files.writeString(home.resolve("jvm.options"), "-Dflag=set\n");
        Files.writeString(home.resolve("src/main/java/A.java"), "class A {}");
        tools = Files.createDirectories(temp.resolve("tools"));
        for (String tool : TOOLS) {
            script(tools.resolve(tool), "exec %s \"$@\"".formatted(find(tool)));
        }
        jdk25 = jdk("jdks/jdk-25", "25.0.1");
        script(tools.resolve("mvn"), """
                echo "maven ran with JAVA_HOME=$JAVA_HOME" >> "%s/maven.log"
                for argument; do case $argument in
                    -Dtessera.build.directory=*) mkdir -p "${argument#*=}/classes";;
                    -DoutputDirectory=*) mkdir -p "${argument#*=}";;
                esac; done
                """.formatted(temp));
        make_the_fake_installation_known();
    }

    private void make_the_fake_installation_known() {
        environment.put("PATH", tools.toString());
        environment.put("HOME", temp.toString());
        environment.put("TESSERA_JDK_ROOTS", temp.resolve("jdks").toString());
    }

    @Test
    void the_first_start_builds_and_prints_on_stderr_only() throws Exception {
        Result result = launch("devices");
        assertThat(result.err())
                .contains("building, the first time only")
                .contains("MB")
                .contains("built in");
        assertThat(result.code()).isZero();
        assertThat(result.out()).startsWith("program:");
        assertThat(mavenRuns()).containsExactly("maven ran with JAVA_HOME=" + jdk25);
    }

    @Test
    void the_second_start_builds_and_prints_nothing() throws Exception {
        launch("devices");
        Result second = launch("devices");
        assertThat(second.err()).isEmpty();
        assertThat(mavenRuns()).hasSize(1);
    }

    @Test
    void unicode_file_names_can_be_read_in_the_c_locale() throws Exception {
        script(jdk25.resolve("bin/java"), "printf '%s|%s\n' \"${LC_ALL:-}\" \"${LC_CTYPE:-}\"");
        assertThat(launch("devices").out()).as("no locale at all").isEqualTo("|C.UTF-8\n");
        environment.put("LANG", "POSIX");
        assertThat(launch("devices").out()).isEqualTo("|C.UTF-8\n");
        environment.put("LC_ALL", "C");
        assertThat(launch("devices").out()).isEqualTo("C.UTF-8|\n");
        environment.put("LC_ALL", "en_US.UTF-8");
        assertThat(launch("devices").out()).isEqualTo("en_US.UTF-8|\n");
    }

    @Test
    void arguments_are_passed_unchanged_and_the_flags_of_jvm_options_are_used() throws Exception {
        environment.put("TESSERA_JAVA_OPTS", "-Xmx1g -Xms1g");
        Result result = launch("run", "my case.yaml", "--set", "a=*", "");
        assertThat(result.out().lines())
                .containsSubsequence("@" + home + "/jvm.options", "-Xmx1g", "-Xms1g", "-cp")
                .endsWith("dev.tessera.cli.Main", "run", "my case.yaml", "--set", "a=*", "");
    }

    @Test
    void the_flag_for_vectors_is_passed_only_to_unknown_jdks() throws Exception {
        assertThat(launch().out()).doesNotContain("--add-modules");
        environment.put("TESSERA_JAVA_HOME", jdk("next", "26").toString());
        assertThat(launch().out()).contains("--add-modules=jdk.incubator.vector");
    }

    @Test
    void classes_are_archived_in_the_build_and_every_start_reads_the_archive() throws Exception {
        archivingJdk("touch");
        Result result = launch("devices");
        assertThat(result.err()).doesNotContain("program:");
        assertThat(result.out().lines())
                .anyMatch(flag -> flag.matches("-XX:AOTCache=.*/app-[^/]*/tessera.aot"))
                .anyMatch(path -> path.matches(".*/tessera.jar:.*/lib/.*"));
        assertThat(withoutTime(launch("devices"))).isEqualTo(withoutTime(result));
        environment.put("TESSERA_JAVA_OPTS", "-Xshare:off");
        assertThat(launch("devices").out()).contains("-Xshare:off").doesNotContain("AOTCache");
    }

    private static String withoutTime(Result result) {
        return result.out().replaceAll("-Dtessera\\.begun=[0-9.]*", "");
    }

    @Test
    void an_archive_that_fails_or_is_for_another_java_is_left_out() throws Exception {
        archivingJdk("false");
        Result result = launch("devices");
        assertThat(result.code()).isZero();
        assertThat(result.err()).contains("built in").doesNotContain("archive");
        assertThat(result.out()).doesNotContain("AOTCache").contains("/classes:");
        archivingJdk("touch");
        age();
        Files.writeString(home.resolve("pom.xml"), "<project><!-- changed --></project>");
        assertThat(launch("devices").out()).contains("AOTCache");
        environment.put("TESSERA_JAVA_HOME", jdk("next", "26").toString());
        assertThat(launch("devices").out()).doesNotContain("AOTCache").contains("/tessera.jar:");
    }

    /// A JDK that can pack jars and make an archive.
    private void archivingJdk(String make) throws IOException {
        script(jdk25.resolve("bin/jar"), "touch \"$4\"");
        script(jdk25.resolve("bin/java"), """
                creates=
                for argument; do case $argument in
                    -XX:AOTMode=record) exit;;
                    -XX:AOTMode=create) creates=yes;;
                    -XX:AOTCache=*) [ -z "$creates" ] || { %s "${argument#*=}"; exit; };;
                esac; done
                printf '%%s\\n' "$@"
                """.formatted(make));
    }

    @Test
    void ranks_on_one_computer_share_its_memory() throws Exception {
        assertThat(launch("run").out()).doesNotContain("MaxRAMPercentage");
        environment.put("OMPI_COMM_WORLD_LOCAL_SIZE", "4");
        assertThat(launch("run").out()).contains("\n-XX:MaxRAMPercentage=12.50\n");
        environment.put("TESSERA_MPI", "off");
        assertThat(launch("run").out()).doesNotContain("MaxRAMPercentage");
        environment.clear();
        make_the_fake_installation_known();
        environment.put("SLURM_STEP_TASKS_PER_NODE", "64(x2),8");
        assertThat(launch("run").out()).as("a batch job without ranks").doesNotContain("MaxRAMPercentage");
        environment.put("PMIX_RANK", "3");
        assertThat(launch("run").out()).contains("\n-XX:MaxRAMPercentage=0.78\n");
    }

    @Test
    void the_exit_code_of_the_program_is_the_exit_code_of_the_launcher() throws Exception {
        script(jdk25.resolve("bin/java"), "exit 42");
        assertThat(launch("run").code()).isEqualTo(42);
    }

    @Test
    void a_changed_a_new_and_a_deleted_source_each_cause_a_build() throws Exception {
        Path source = home.resolve("src/main/java/A.java");
        Path folder = home.resolve("src/main/java");
        launch();
        age();
        Files.writeString(source, "class A { int changed; }");
        assertThat(launch().err()).contains("sources changed");
        age();
        Files.createDirectory(folder.resolve("b"));
        assertThat(launch().err()).contains("sources changed");
        age();
        Files.delete(folder.resolve("b"));
        assertThat(launch().err()).contains("sources changed");
        age();
        Files.writeString(home.resolve("pom.xml"), "<project><!-- changed --></project>");
        assertThat(launch().err()).contains("sources changed");
        assertThat(launch().err()).isEmpty();
    }

    @Test
    void it_works_from_any_directory_and_through_symbolic_links() throws Exception {
        Path links = Files.createDirectories(temp.resolve("links"));
        Files.createSymbolicLink(links.resolve("first"), Path.of("../a folder/tessera"));
        Files.createSymbolicLink(links.resolve("second"), Path.of("first"));
        Result result = launch(links, "./second", "devices");
        assertThat(result.code()).isZero();
        assertThat(home.resolve("target/launcher/current")).exists();
    }

    @Test
    void an_old_java_home_is_skipped() throws Exception {
        environment.put("JAVA_HOME", jdk("old", "17.0.15").toString());
        assertThat(launch().out()).contains("java of " + jdk25);
    }

    @Test
    void java_home_comes_before_the_usual_places_and_tessera_java_home_before_both() throws Exception {
        Path mine = jdk("mine", "26-ea");
        Path special = jdk("special", "25");
        environment.put("JAVA_HOME", mine.toString());
        assertThat(launch().out()).contains("java of " + mine);
        environment.put("TESSERA_JAVA_HOME", special.toString());
        assertThat(launch().out()).contains("java of " + special);
    }

    @Test
    void an_unfit_tessera_java_home_is_refused_and_not_replaced() throws Exception {
        environment.put("TESSERA_JAVA_HOME", jdk("old", "17.0.15").toString());
        Result result = launch();
        assertThat(result.code()).isEqualTo(3);
        assertThat(result.err()).contains("TESSERA_JAVA_HOME=").contains("not a JDK of version 25");
    }

    @Test
    void a_tessera_java_home_without_compiler_runs_what_is_built_and_builds_nothing() throws Exception {
        Path runtime = jdk("runtime", "25");
        Files.delete(runtime.resolve("bin/javac"));
        environment.put("TESSERA_JAVA_HOME", runtime.toString());
        Result unbuilt = launch();
        assertThat(unbuilt.code()).isEqualTo(3);
        assertThat(unbuilt.err()).contains("TESSERA_JAVA_HOME=").contains("the program bin/javac");
        environment.remove("TESSERA_JAVA_HOME");
        launch();
        environment.put("TESSERA_JAVA_HOME", runtime.toString());
        assertThat(launch().out()).contains("java of " + runtime);
    }

    @Test
    void a_jdk_without_the_vector_module_is_skipped() throws Exception {
        Path stripped = jdk("stripped", "25.0.1");
        Files.writeString(stripped.resolve("release"), "JAVA_VERSION=\"25.0.1\"\nMODULES=\"java.base java.xml\"\n");
        environment.put("JAVA_HOME", stripped.toString());
        assertThat(launch().out()).contains("java of " + jdk25);
    }

    @Test
    void java_on_the_path_is_followed_to_its_jdk() throws Exception {
        Path onPath = jdk("elsewhere", "25.0.1");
        Files.createSymbolicLink(tools.resolve("java"), onPath.resolve("bin/java"));
        assertThat(launch().out()).contains("java of " + onPath);
    }

    @Test
    void a_missing_jdk_is_reported_with_a_remedy() throws Exception {
        environment.put("TESSERA_JDK_ROOTS", temp.resolve("nowhere").toString());
        Result result = launch();
        assertThat(result.code()).isEqualTo(3);
        assertThat(result.err())
                .contains("no full JDK")
                .contains("temurin-25-jdk", "https://adoptium.net", "openjdk-25-jdk where the release has it")
                .contains("TESSERA_JAVA_HOME");
        assertThat(result.out()).isEmpty();
    }

    @Test
    void a_missing_maven_is_reported_with_a_remedy() throws Exception {
        Files.delete(tools.resolve("mvn"));
        Result result = launch();
        assertThat(result.code()).isEqualTo(3);
        assertThat(result.err()).contains("Maven (mvn) was not found").contains("apt install maven");
    }

    @Test
    void a_first_build_without_network_is_reported_with_a_remedy() throws Exception {
        script(tools.resolve("mvn"), """
                echo '[ERROR] Could not transfer artifact a:b:pom:1 from/to central: Unknown host repo.example'
                exit 1
                """);
        Result result = launch();
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("could not be downloaded").contains("connect to the network once");
        assertThat(home.resolve("target/launcher/current")).doesNotExist();
    }

    @Test
    void a_failed_build_shows_the_errors_of_maven_and_leaves_no_half_built_program() throws Exception {
        script(tools.resolve("mvn"), "echo '[ERROR] A.java:[1,7] illegal start of type'; exit 1");
        Result result = launch();
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("illegal start of type").contains("the build failed");
        try (Stream<Path> left = Files.list(home.resolve("target/launcher"))) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .doesNotContain("current")
                    .noneMatch(name -> name.startsWith("app-"));
        }
    }

    @Test
    void several_launchers_build_once() throws Exception {
        slowMaven();
        startThreeLaunchers();
        assertThat(mavenRuns()).hasSize(1);
    }

    @Test
    void several_launchers_build_once_without_flock() throws Exception {
        Files.delete(tools.resolve("flock"));
        slowMaven();
        startThreeLaunchers();
        assertThat(mavenRuns()).hasSize(1);
        assertThat(home.resolve("target/launcher/lock.d")).doesNotExist();
    }

    @Test
    void the_lock_of_a_dead_builder_is_replaced() throws Exception {
        Files.delete(tools.resolve("flock"));
        Path lock = Files.createDirectories(home.resolve("target/launcher/lock.d"));
        Files.writeString(lock.resolve("pid"), "99999999\n");
        assertThat(launch().code()).isZero();
    }

    private void slowMaven() throws IOException {
        String script = Files.readString(tools.resolve("mvn"));
        script(tools.resolve("mvn"), "sleep 0.5\n" + script);
    }

    private void startThreeLaunchers() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            processes.add(builder(home, "./tessera", "devices").start());
        }
        for (Process process : processes) {
            assertThat(finish(process).code()).isZero();
        }
    }

    /// Makes everything built so far a minute older than later files.
    private void age() throws IOException {
        FileTime past = FileTime.from(Instant.now().minusSeconds(60));
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.toList()) {
                Files.setLastModifiedTime(file, past);
            }
        }
    }

    private Path jdk(String name, String version) throws IOException {
        Path folder = Files.createDirectories(temp.resolve(name));
        Files.createDirectories(folder.resolve("bin"));
        Files.writeString(folder.resolve("release"), "IMPLEMENTOR=\"Fake\"\nJAVA_VERSION=\"%s\"\n".formatted(version));
        script(folder.resolve("bin/java"), "echo 'program: java of %s'\nprintf '%%s\\n' \"$@\"".formatted(folder));
        script(folder.resolve("bin/javac"), "true");
        return folder;
    }

    private List<String> mavenRuns() throws IOException {
        return Files.readAllLines(temp.resolve("maven.log"));
    }

    private Result launch(String... arguments) throws Exception {
        return launch(home, "./tessera", arguments);
    }

    private Result launch(Path directory, String launcher, String... arguments) throws Exception {
        return finish(builder(directory, launcher, arguments).start());
    }

    private ProcessBuilder builder(Path directory, String launcher, String... arguments) {
        List<String> command = new ArrayList<>(List.of(find("bash").toString(), launcher));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder;
    }

    private static Result finish(Process process) throws IOException, InterruptedException {
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), out, err);
    }

    private static void script(Path file, String body) throws IOException {
        String shebang = body.startsWith("#!") ? "" : "#!" + find("bash") + "\n";
        Files.writeString(file, shebang + body + "\n");
        file.toFile().setExecutable(true);
    }

    private static Path find(String tool) {
        return Stream.of("/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin")
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("%s was not found".formatted(tool)));
    }
}
