"""The setup script names missing packages and reasons, and does not change anything the user installed."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import pathlib
import shutil
import subprocess

import pytest


@pytest.fixture
def machine(root, tmp_path):
    """A copy of the scripts beside stand-ins for the machine's commands; `apt-get` only writes down its words."""
    project = tmp_path / "project"
    (project / "grammars").mkdir(parents=True)
    shutil.copytree(root / "scripts", project / "scripts")
    (project / "grammars" / "Cargo.lock").write_text("version = 4\n")
    commands = tmp_path / "bin"
    commands.mkdir()
    for name in ("bash", "env", "sed", "awk", "dirname", "sha256sum", "mkdir", "tail", "head", "cat"):
        (commands / name).symlink_to(shutil.which(name))
    return Machine(project, commands)


class Machine:
    def __init__(self, project: pathlib.Path, commands: pathlib.Path) -> None:
        self.project, self.commands = project, commands
        self.installed = "installed bash\n"
        self.command("apt-get", f'echo "$*" >>{project}/apt.txt')
        self.command("apt-cache", "exit 0")

    def command(self, name: str, body: str) -> None:
        path = self.commands / name
        path.write_text(f"#!{self.commands}/bash\n{body}\n")
        path.chmod(0o755)

    def setup(self, goal: str = "build") -> subprocess.CompletedProcess:
        self.command("dpkg-query", f"cat <<'END'\n{self.installed}END")
        return subprocess.run([str(self.project / "scripts" / "setup"), goal], capture_output=True, text=True,
                              env={"PATH": str(self.commands), "HOME": str(self.project)})

    def apt_words(self) -> str:
        told = self.project / "apt.txt"
        return told.read_text() if told.exists() else ""

    def everything_installed(self) -> None:
        lines = (self.project / "scripts" / "packages.txt").read_text().splitlines()
        self.installed = "".join(f"installed {line.split()[1]}\n" for line in lines if line and line[0] != "#")


needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="the stand-in for apt-get is called directly only as root")


@needs_root
def test_a_bare_machine_is_told_what_is_installed_and_why(machine):
    machine.command("apt-get", f'echo "$*" >>{machine.project}/apt.txt; '
                    f'printf "#!{machine.commands}/bash\\necho cargo 1.96.0\\n" >{machine.commands}/cargo; '
                    f'{shutil.which("chmod")} +x {machine.commands}/cargo')
    result = machine.setup()
    assert result.returncode == 0, result.stderr
    assert "libfaiss-dev" in result.stdout and "vector index" in result.stdout
    assert "cargo-web" in result.stdout and "doctest-dev" not in result.stdout
    assert "update" in machine.apt_words() and "install --no-install-recommends" in machine.apt_words()
    assert "Lock::Timeout" in machine.apt_words()


def test_with_everything_there_nothing_is_said_or_run(machine):
    machine.everything_installed()
    machine.command("cargo", "echo 'cargo 1.85.0 (d73d2caf9 2024-12-31)'")
    result = machine.setup("test")
    assert (result.returncode, result.stdout, result.stderr, machine.apt_words()) == (0, "", "", "")


def test_fetched_grammars_need_no_cargo(machine):
    machine.everything_installed()
    digest = subprocess.run(["sha256sum", machine.project / "grammars" / "Cargo.lock"], capture_output=True, text=True).stdout
    (machine.project / ".cache" / f"grammars-{digest[:12]}").mkdir(parents=True)
    assert machine.setup().returncode == 0 and machine.apt_words() == ""


@pytest.mark.parametrize("version", ["0.66.0", "1.84.1"])
def test_a_users_old_cargo_is_never_replaced(machine, version):
    machine.everything_installed()
    machine.command("cargo", f"echo 'cargo {version}'")
    result = machine.setup()
    assert result.returncode == 1 and machine.apt_words() == ""
    assert f"cargo {version}" in result.stderr and "CODEWEAVER_GRAMMARS_DIR" in result.stderr


@needs_root
def test_a_failing_install_shows_the_end_of_its_log(machine):
    machine.command("apt-get", "echo 'E: no network'; exit 100")
    result = machine.setup()
    assert result.returncode == 1 and "E: no network" in result.stderr


def test_an_unknown_set_is_refused(machine):
    result = machine.setup("everything")
    assert result.returncode == 2 and "'everything'" in result.stderr


def test_quickstart_refuses_a_folder_that_is_not_there(root):
    result = subprocess.run([str(root / "scripts" / "quickstart"), "/no/such/folder"], capture_output=True, text=True)
    assert result.returncode == 2 and "'/no/such/folder'" in result.stderr


def test_every_package_line_says_what_it_is_for(root):
    for line in (root / "scripts" / "packages.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            words = line.split()
            assert words[0] in ("build", "test", "tidy") and len(words) >= 4, line


@pytest.mark.parametrize("command, told, wanted", [
    ("cmake", "cmake version 3.22.1", "3.25"), ("g++", "g++ (Debian 10.2.1-6) 10.2.1 20210110", "12")])
def test_a_tool_that_is_too_old_is_named_and_left_alone(machine, command, told, wanted):
    machine.everything_installed()
    machine.command("cargo", "echo 'cargo 1.85.0 (d73d2caf9 2024-12-31)'")
    machine.command(command, f"echo '{told}'")
    result = machine.setup()
    assert result.returncode == 1 and machine.apt_words() == ""
    assert f"{command} {wanted} or newer is needed, but {machine.commands}/{command} is " in result.stderr


@pytest.mark.parametrize("command, told", [
    ("cmake", "cmake version 3.25.0-rc1"), ("cmake", "cmake version 4.1.2"), ("g++", "g++ (Debian 12.2.0-14+deb12u1) 12.2.0"),
    ("g++", "g++ (GCC) 13.2.1 20230801 (Red Hat 13.2.1-1)")])
def test_a_tool_that_is_new_enough_is_used(machine, command, told):
    machine.everything_installed()
    machine.command("cargo", "echo 'cargo 1.85.0 (d73d2caf9 2024-12-31)'")
    machine.command(command, f"echo '{told}'")
    assert machine.setup().returncode == 0
