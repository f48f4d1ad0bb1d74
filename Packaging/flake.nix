# Nix: nix run path:./Packaging, with the archive that 'make dist' makes in this folder. The program is static, so that
# nothing has to be patched.
{
  description = "Clipboard command for X11, Wayland and terminals";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      version = "1.0.0";
      systems = [ "x86_64-linux" "aarch64-linux" ];
      forSystems = function: nixpkgs.lib.genAttrs systems function;
    in
    {
      packages = forSystems (system:
        let
          pkgs = nixpkgs.legacyPackages.${system};
          machine = nixpkgs.lib.removeSuffix "-linux" system;
        in
        {
          default = pkgs.stdenvNoCC.mkDerivation {
            pname = "pasteboard";
            inherit version;
            src = ./. + "/pb-${version}-linux-${machine}.tar.gz";
            dontConfigure = true;
            dontBuild = true;
            dontPatchELF = true;
            doCheck = true;
            checkPhase = "sh ./self-test ./bin/pb";
            installPhase = ''
              mkdir -p $out/lib/systemd/user
              cp -a bin share $out
              $out/bin/pb generate service --program $out/bin/pb > $out/lib/systemd/user/pasteboard.service
              install -Dm644 NOTICES $out/share/doc/pasteboard/NOTICES
            '';
            meta = {
              mainProgram = "pb";
              license = pkgs.lib.licenses.asl20;
              platforms = systems;
            };
          };
        });
    };
}
