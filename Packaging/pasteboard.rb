# Homebrew on Linux: brew install --formula ./Packaging/pasteboard.rb, with HOMEBREW_PASTEBOARD_RELEASES naming the folder or the
# address of the archives that 'make dist' makes.
class Pasteboard < Formula
  desc "Clipboard command for X11, Wayland and terminals"
  version "1.0.0"
  license "Apache-2.0"
  releases = ENV.fetch("HOMEBREW_PASTEBOARD_RELEASES", "file://#{Dir.pwd}/.build")
  url "#{releases}/pb-#{version}-linux-#{Hardware::CPU.arm? ? "aarch64" : "x86_64"}.tar.gz"

  depends_on :linux

  def install
    bin.install Dir["bin/*"]
    man1.install Dir["share/man/man1/*"]
    man5.install Dir["share/man/man5/*"]
    man7.install Dir["share/man/man7/*"]
    bash_completion.install Dir["share/bash-completion/completions/*"]
    fish_completion.install Dir["share/fish/vendor_completions.d/*"]
    zsh_completion.install Dir["share/zsh/site-functions/*"]
    doc.install "NOTICES", *Dir["LICENSE*"], *Dir["share/doc/pasteboard/*"]
  end

  service do
    run [opt_bin/"pb", "serve"]
  end

  test do
    assert_equal "<h1>a</h1>\n", pipe_output("#{bin}/pb convert --to html", "# a\n")
  end
end
