package io.postrider.server.commands.doctor;

import io.postrider.server.config.Config;
import io.postrider.server.config.HttpConfig;
import io.postrider.server.config.LogConfig;
import io.postrider.server.config.OpenFiles;
import io.postrider.server.config.Settings;
import io.postrider.server.config.TlsConfig;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All checks of a configuration on this machine. */
public final class Doctor {

  private Doctor() {}

  /** Checks everything; takes seconds, at most a minute. */
  public static List<Finding> examine(Settings settings, Config config, InstantSource time)
      throws InterruptedException {
    Instant now = time.instant();
    List<Finding> findings = new ArrayList<>();
    for (String warning : settings.warnings()) {
      findings.add(Finding.warning("settings", warning, "Correct its name, or remove it."));
    }
    findings.addAll(DiskCheck.of(config));
    findings.add(MachineCheck.clock(now, MachineCheck.newest(config.data().dir())));
    findings.add(MachineCheck.ntp(KernelClock.read()));
    findings.add(MachineCheck.port(config.http(), "http.port"));
    Optional<HttpConfig> admin = config.adminHttp();
    if (admin.isPresent()) {
      findings.add(MachineCheck.port(admin.get(), "admin.port"));
    }
    findings.add(MachineCheck.openFiles(OpenFiles.ofThisProcess()));
    config
        .delivery()
        .caFile()
        .ifPresent(file -> findings.addAll(CertificateCheck.of("delivery.ca-file", file, now)));
    TlsConfig tls = config.http().tls();
    if (tls.certificate().isPresent()) {
      findings.addAll(CertificateCheck.of("http.tls.certificate", tls.certificate().get(), now));
      findings.add(CertificateCheck.key(tls));
    }
    if (config.log().engine() == LogConfig.Engine.KAFKA) {
      findings.addAll(KafkaCheck.of(config));
    }
    if (config.database().url().reveal().startsWith("jdbc:postgresql:")) {
      findings.addAll(PostgresCheck.of(config.database(), time));
    }
    return findings;
  }
}
