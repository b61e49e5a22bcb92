"""Runs the commands of the Dockerfile without a container engine."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import re
import subprocess

from conftest import PROGRAM, ROOT
from service_client import Server, make_project

DOCKERFILE = (ROOT / "Dockerfile").read_text()
HEALTH = ROOT / "scripts" / "container_health"


def check(process: int, port: int = 1) -> int:
    """The status of the health check; `port` 1: nobody listens there."""
    return subprocess.run([HEALTH, str(process)], env={"PATH": "/usr/bin:/bin", "CODEWEAVER_SERVER_PORT": str(port)},
                          capture_output=True, timeout=60).returncode


def test_the_server_of_a_container_has_the_page_a_token_and_a_health_check(program, tmp_path):
    settings = dict(re.findall(r"^ENV (\w+)=(\S+)$", DOCKERFILE, re.MULTILINE))
    assert settings["CODEWEAVER_SERVER_HOST"] == "0.0.0.0" and "EXPOSE 9328" in DOCKERFILE and '["container_health"]' in DOCKERFILE
    root = make_project(program.home / "project")
    token = program.home / "token"
    # The folders of the container, as this machine has them.
    env = {**settings, "CODEWEAVER_SERVER_TOKEN_FILE": str(token), "CODEWEAVER_SERVER_PROJECT_ROOTS": str(root),
           "XDG_DATA_HOME": str(tmp_path)}
    with Server(program, "-p", root, env=env, open_changes=False) as server:
        assert server.host == "0.0.0.0" and check(server.process.pid, server.port) == 0
        assert server.call("GET", "/").status == 200
        assert server.call("GET", "/api/v1/projects").status == 401
        bearer = {"Authorization": f"Bearer {token.read_text().strip()}"}
        assert server.ok("GET", "/api/v1/projects", headers=bearer)["projects"]
        assert check(server.process.pid) != 0  # where nothing answers
        assert server.stop() == 0


def test_a_container_that_serves_an_agent_is_well_while_it_runs(program):
    process = subprocess.Popen([PROGRAM, "mcp"], cwd=program.home, env=program.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert check(process.pid) == 0
    finally:
        process.communicate(timeout=60)
