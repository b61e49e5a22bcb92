"""Stores and services with certificates of a private authority."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import socket

import pytest

from conftest import check_error
from provider_doubles import Double
from store_services import QUESTION, place, search
from store_services import env, folder, opensearch, postgres, qdrant, service  # fixtures
from tls_door import Authority, TlsDoor


@pytest.fixture
def authority(tmp_path) -> Authority:
    return Authority(tmp_path)


@pytest.fixture
def behind(service, env, authority):
    """A store's settings, as its server has a certificate for localhost."""
    kind = env["CODEWEAVER_STORE_KIND"]
    try:
        socket.getaddrinfo("localhost", service.port)
    except OSError:
        if kind == "postgres":  # libcurl knows the name by itself
            pytest.skip("no address of localhost is known: /etc/hosts names none")
    door = TlsDoor(service.port, authority.context("localhost"), asks=kind == "postgres")
    url = env["CODEWEAVER_STORE_URL"].replace(f"127.0.0.1:{service.port}", f"localhost:{door.port}")
    yield {**env, "CODEWEAVER_STORE_URL": url.replace("http://", "https://")}
    door.close()


def trusting(env: dict, file) -> dict:
    return {**env, "CODEWEAVER_NETWORK_CA_FILE": str(file)}


def test_a_store_is_trusted_by_the_authority_that_the_settings_name_and_by_its_name(program, folder, behind, authority, tmp_path):
    program.ok("index", folder)
    expected = [place(match) for match in search(program, folder, {})["matches"]]
    trusted = trusting(behind, authority.file)
    assert [place(match) for match in search(program, folder, trusted)["matches"]] == expected and expected
    assert program.ok("search", QUESTION, "--from-store", "-p", "shop", env=trusted).out

    def refused(given: dict) -> str:
        failed = program.run("search", QUESTION, "-p", folder, env=given)
        check_error(failed, cause="not trusted", action="network.ca_file")
        return failed.err

    checked = behind if behind["CODEWEAVER_STORE_KIND"] != "postgres" else \
        {**behind, "CODEWEAVER_STORE_URL": behind["CODEWEAVER_STORE_URL"] + "?sslmode=verify-full"}
    refused(checked)  # by the system's authorities
    refused(trusting(behind, Authority(tmp_path, "another").file))
    refused({**trusted, "CODEWEAVER_STORE_URL": behind["CODEWEAVER_STORE_URL"].replace("localhost", "127.0.0.1")})


def test_a_file_without_certificates_is_said_with_the_setting(program, folder, env, tmp_path):
    program.ok("index", folder)
    (tmp_path / "empty.pem").write_text("nothing\n")
    for file, why in (("none.pem", "cannot be read"), ("empty.pem", "contains no certificate in PEM format")):
        failed = program.run("search", QUESTION, "-p", folder, env=trusting(env, tmp_path / file))
        check_error(failed, cause=why, context="network.ca_file", action="Set it to a PEM file")


def test_a_model_is_asked_where_the_authority_is_known_and_a_projects_file_cannot_name_one(program, folder, authority):
    double = Double("openai")
    double.server.socket = authority.context("localhost").wrap_socket(double.server.socket, server_side=True)
    try:
        own = {**double.settings(), "CODEWEAVER_EMBEDDING_URL": f"https://localhost:{double.port}/v1"}
        check_error(program.run("index", folder, env=own), cause="has a certificate that is not trusted", action="network.ca_file")
        (folder / "codeweaver.toml").write_text(f'[network]\nca_file = "{authority.file}"\n')
        assert program.run("index", folder, env=own).code == 1 and double.requests == []
        (folder / "codeweaver.toml").unlink()
        program.ok("index", folder, env=trusting(own, authority.file))
        assert double.requests
    finally:
        double.stop()
