package io.postrider;

import static io.postrider.RepositoryFiles.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Where the project is: the parent POM says it, and nothing says otherwise. */
class ProjectUrlTest {

  private static final Pattern URL = Pattern.compile("<url>(https://[^<]+)</url>");
  private static final Pattern REPOSITORY = Pattern.compile("github\\.com/[\\w.-]+/postrider\\b");
  private static final Pattern MAIL = Pattern.compile("<[^<>@\\s]+@([^<>@\\s]+)>");

  private static String url() {
    Matcher url = URL.matcher(RepositoryFiles.read(ROOT.resolve("pom.xml")));
    assertThat(url.find()).isTrue();
    return url.group(1);
  }

  @Test
  void repository_isTheSameEverywhere() {
    String repository = url().substring("https://".length());
    assertThat(repository).matches(REPOSITORY);
    List<String> found = new ArrayList<>();
    for (String ending : List.of("pom.xml", ".mod", ".go", ".md", ".ts", ".json", ".yaml")) {
      for (Path file : RepositoryFiles.endingWith(ending)) {
        Matcher other = REPOSITORY.matcher(RepositoryFiles.read(file));
        while (other.find()) {
          found.add(other.group());
        }
      }
    }
    assertThat(found).hasSizeGreaterThan(5).containsOnly(repository);
  }

  @Test
  void debianPackage_takesTheUrl_andNamesNobodysAddress() {
    String control = RepositoryFiles.read(ROOT.resolve("packaging/debian/control"));
    assertThat(control).contains("Homepage: @URL@\n");
    Matcher mail = MAIL.matcher(control);
    assertThat(mail.find()).isTrue();
    assertThat(mail.group(1)).endsWith(".invalid"); // a domain that nobody can own, by RFC 2606
  }
}
