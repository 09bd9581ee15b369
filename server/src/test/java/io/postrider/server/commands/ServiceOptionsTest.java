package io.postrider.server.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.config.Config;
import io.postrider.server.config.ConfigException;
import io.postrider.server.config.PrivateFile;
import io.postrider.server.config.Settings;
import io.postrider.server.config.StartException;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestCertificates;
import io.postrider.server.delivery.TestCertificates.Identity;
import io.postrider.server.delivery.TestCertificates.Period;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Which address and keys a command uses. */
final class ServiceOptionsTest {

  @TempDir Path folder;

  private final TestReceiver service = TestReceiver.open();
  private final TestReceiver other = TestReceiver.open();
  private final Map<String, String> environment = new LinkedHashMap<>();

  @BeforeEach
  void home() {
    environment.put("HOME", folder.toString());
  }

  @AfterEach
  void close() {
    service.close();
    other.close();
  }

  private Path profile(String text) throws IOException {
    Path file = folder.resolve(".config/postrider/profile");
    Files.createDirectories(file.getParent());
    PrivateFile.create(file, text.getBytes(UTF_8));
    return file;
  }

  private ServiceOptions options(String... arguments) {
    ServiceOptions options = new ServiceOptions(environment);
    new CommandLine(CommandSpec.create().addMixin("service", spec(options))).parseArgs(arguments);
    return options;
  }

  private static CommandSpec spec(ServiceOptions options) {
    return CommandSpec.forAnnotatedObject(options);
  }

  private Config config() {
    Map<String, String> flags = Map.of("data.dir", folder.resolve("data").toString());
    return Config.of(Settings.load(null, environment, flags));
  }

  /** The token that a service gets. */
  private String tokenSent(ServiceOptions options, TestReceiver to) {
    service.always(Behaviour.answer(200, "{}"));
    other.always(Behaviour.answer(200, "{}"));
    try (AdminClient client = options.client(config(), false)) {
      client.get("/api/session");
    }
    return to.received().getLast().header("Authorization");
  }

  @Test
  void profile_isUsed() throws IOException {
    profile("url = " + service.url("") + "\ntoken = of-the-profile\nwrite-key = wk_1\n");
    ServiceOptions options = options();
    assertThat(options.hasUrl(false)).isTrue();
    assertThat(tokenSent(options, service)).isEqualTo("Bearer of-the-profile");
    assertThat(options.writeKey(service.url("/"))).isEqualTo("wk_1");
  }

  @Test
  void environment_winsOverTheProfile_andFlagsOverTheEnvironment() throws IOException {
    profile("url = http://127.0.0.1:1\ntoken = of-the-profile\nwrite-key = wk_1\n");
    environment.put("POSTRIDER_URL", service.url(""));
    environment.put("POSTRIDER_ADMIN_TOKEN", "of-the-environment");
    environment.put("POSTRIDER_WRITE_KEY", "wk_2");
    assertThat(tokenSent(options(), service)).isEqualTo("Bearer of-the-environment");
    assertThat(options().writeKey("http://127.0.0.1:1")).isEqualTo("wk_2");
    ServiceOptions flags = options("--url", other.url(""), "--token", "of-the-flag");
    assertThat(tokenSent(flags, other)).isEqualTo("Bearer of-the-flag");
  }

  @Test
  void keysOfTheProfile_areNotSentToAnotherService() throws IOException {
    profile("url = " + service.url("") + "\ntoken = of-the-profile\nwrite-key = wk_1\n");
    ServiceOptions options = options("--url", other.url(""));
    assertThatThrownBy(() -> options.client(config(), false))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("A token is required");
    assertThat(options.writeKey(other.url(""))).isNull();
  }

  @Test
  void namedDataFolder_meansThisMachine() throws IOException {
    profile("url = " + service.url("") + "\ntoken = of-the-profile\n");
    assertThat(options().address(config(), true)).isEqualTo("http://127.0.0.1:8080");
    assertThat(options().hasUrl(true)).isFalse();
  }

  @Test
  void otherFile_isNamedByOptionOrVariable() throws IOException {
    Path file = folder.resolve("staging");
    PrivateFile.create(file, "url = http://staging\n".getBytes(UTF_8));
    assertThat(options("--profile", file.toString()).address(config(), false))
        .isEqualTo("http://staging");
    environment.put("POSTRIDER_PROFILE", file.toString());
    assertThat(options().address(config(), false)).isEqualTo("http://staging");
    environment.put("POSTRIDER_PROFILE", folder.resolve("none").toString());
    assertThatThrownBy(() -> options().address(config(), false))
        .isInstanceOf(StartException.class)
        .hasMessageEndingWith("it does not exist.");
  }

  @Test
  void fileThatOthersCanRead_isRefused() throws IOException {
    Path file = profile("token = s3cret-of-the-profile\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThatThrownBy(() -> options().hasUrl(false))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("(mode rw-r-----)")
        .hasMessageEndingWith("Run: chmod 600 " + file)
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void unknownKey_suggestsTheNearest() throws IOException {
    profile("tokn = s3cret\n");
    assertThatThrownBy(() -> options().hasUrl(false))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith("; did you mean 'token'?")
        .hasMessageNotContaining("s3cret");
    profile("color = red\n");
    assertThatThrownBy(() -> options().hasUrl(false))
        .hasMessageEndingWith("Known keys are: url, token, write-key, ca.");
  }

  @Test
  void portsOfTheTwoApis_areTakenApart() {
    environment.put("POSTRIDER_HTTP_PORT", "21001");
    environment.put("POSTRIDER_ADMIN_PORT", "21002");
    assertThat(options().trackingAddress(config(), false)).isEqualTo("http://127.0.0.1:21001");
    assertThat(options().address(config(), false)).isEqualTo("http://127.0.0.1:21002");
    environment.put("POSTRIDER_ADMIN_HOST", "10.1.2.3");
    assertThat(options().trackingAddress(config(), true)).isEqualTo("http://127.0.0.1:21001");
    assertThat(options().address(config(), true)).isEqualTo("http://10.1.2.3:21002");
    ServiceOptions named = options("--url", "http://staging");
    assertThat(named.trackingAddress(config(), false)).isEqualTo("http://staging");
    assertThat(named.address(config(), false)).isEqualTo("http://staging");
  }

  @Test
  void privateAuthority_isTrustedByOptionVariableOrProfile() throws IOException {
    TestCertificates.Authority authority = TestCertificates.authority("Root");
    Path file = Files.writeString(folder.resolve("ca.pem"), authority.pem());
    try (TestReceiver tls = TestReceiver.openTls(authority.issue("127.0.0.1"))) {
      String[] address = {"--url", tls.url(""), "--token", "t"};
      assertThatThrownBy(() -> tokenSent(options(address), tls))
          .isInstanceOf(StartException.class)
          .hasMessage(
              "Cannot use HTTPS with "
                  + tls.url("")
                  + ": its certificate comes from an unknown authority. Name a PEM file that"
                  + " contains the certificate of this authority, with --ca.");
      tls.always(Behaviour.answer(200, "{}"));
      String[] named = {"--url", tls.url(""), "--token", "t", "--ca", file.toString()};
      assertThat(tokenSent(options(named), tls)).isEqualTo("Bearer t");
      environment.put("POSTRIDER_CA", file.toString());
      assertThat(tokenSent(options(address), tls)).isEqualTo("Bearer t");
      environment.remove("POSTRIDER_CA");
      profile("url = " + tls.url("") + "\ntoken = t\nca = ../../ca.pem\n");
      assertThat(tokenSent(options(), tls)).isEqualTo("Bearer t");
      profile("url = http://other\nca = ../../ca.pem\n");
      assertThatThrownBy(() -> tokenSent(options(address), tls))
          .as("the profile is for another service")
          .hasMessageContaining("unknown authority");
    }
  }

  @Test
  void privateAuthority_doesNotMakeUpForAWrongCertificate() throws IOException {
    TestCertificates.Authority authority = TestCertificates.authority("Root");
    String file = Files.writeString(folder.resolve("ca.pem"), authority.pem()).toString();
    assertUntrusted(authority.issue("other.example"), file, "is for another host");
    assertUntrusted(authority.issue(Period.past(), "127.0.0.1"), file, "has expired");
    assertUntrusted(authority.issue(Period.future(), "127.0.0.1"), file, "is not valid yet");
    assertUntrusted(TestCertificates.selfSigned("127.0.0.1"), file, "unknown authority");
  }

  private void assertUntrusted(Identity identity, String file, String reason) {
    try (TestReceiver tls = TestReceiver.openTls(identity)) {
      ServiceOptions options = options("--url", tls.url(""), "--token", "t", "--ca", file);
      assertThatThrownBy(() -> tokenSent(options, tls))
          .isInstanceOf(StartException.class)
          .hasMessageContaining(reason);
      assertThat(tls.received()).isEmpty();
    }
  }

  @Test
  void withoutAnything_thisMachineIsUsed() throws IOException {
    assertThat(options().address(config(), false)).isEqualTo("http://127.0.0.1:8080");
    assertThatThrownBy(() -> options().client(config(), false))
        .hasMessageStartingWith("A token is required");
    Files.createDirectories(folder.resolve("data"));
    Files.writeString(folder.resolve("data/admin-token"), "of-the-folder\n");
    options().client(config(), false).close();
  }
}
