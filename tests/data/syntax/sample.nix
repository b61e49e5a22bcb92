{ pkgs ? import <nixpkgs> { } }:

let
  # The version.
  version = "1.0";
  build = name: pkgs.stdenv.mkDerivation { inherit name version; };
in {
  packages.default = build "tool";
  shell = pkgs.mkShell { };
}
