"""The deployments fit the official schemas, and fit the service and each other."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from flask.testing import FlaskClient

from ofcapi import __version__
from ofcapi.http.service.settings import Settings
from tests.serving import ROOT

DEPLOY = ROOT / "deploy"
MANIFESTS = sorted((DEPLOY / "kubernetes").glob("*.yaml"))
VERSIONS = ("1.30", "1.37")
"""The oldest and the newest Kubernetes that the manifests are for."""


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


def manifest(kind: str) -> dict[str, Any]:
    (found,) = [found for path in MANIFESTS if (found := read(path))["kind"] == kind]
    return found


def fits_compose(path: Path) -> subprocess.CompletedProcess[str]:
    """The checker's errors of a file, by the schema of the Compose specification."""
    checker = [sys.executable, "-m", "check_jsonschema"]
    schema = ["--builtin-schema", "vendor.compose-spec"]
    return subprocess.run(
        [*checker, *schema, str(path)], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.name)
@pytest.mark.parametrize("version", VERSIONS)
def test_manifests_fit_their_schemas(path: Path, version: str) -> None:
    kubernetes_validate.validate(read(path), version, strict=True)


def test_the_checker_finds_what_is_wrong() -> None:
    wrong = manifest("Deployment")
    wrong["spec"]["template"]["spec"]["containers"][0]["readynessProbe"] = {}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, VERSIONS[0], strict=True)


def test_compose_fits_its_schema(tmp_path: Path) -> None:
    checked = fits_compose(DEPLOY / "compose.yaml")
    assert checked.returncode == 0, checked.stdout
    wrong = tmp_path / "compose.yaml"
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    wrong.write_text(text.replace("healthcheck:", "healthchecks:"), encoding="utf-8")
    assert fits_compose(wrong).returncode == 1


def test_nginx_knows_the_instances_of_compose() -> None:
    services = read(DEPLOY / "compose.yaml")["services"]
    configuration = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    servers = re.findall(r"server ([\w-]+):8000 ", configuration)
    assert set(servers) == services.keys() - {"nginx"}
    assert set(servers) == set(services["nginx"]["depends_on"])
    assert services["nginx"]["ports"] == ["127.0.0.1:8080:8080"]
    assert "listen 8080;" in configuration


def test_manifests_belong_together() -> None:
    pods = manifest("Deployment")["spec"]["template"]
    labels = pods["metadata"]["labels"]
    assert manifest("Deployment")["spec"]["selector"]["matchLabels"] == labels
    assert manifest("Service")["spec"]["selector"] == labels
    assert manifest("PodDisruptionBudget")["spec"]["selector"]["matchLabels"] == labels
    target = manifest("HorizontalPodAutoscaler")["spec"]["scaleTargetRef"]
    assert (target["kind"], target["name"]) == ("Deployment", "ofcapi")
    (container,) = pods["spec"]["containers"]
    assert container["image"] == f"ofcapi:{__version__}"
    assert manifest("Service")["spec"]["ports"][0]["targetPort"] == container["ports"][0]["name"]


def test_probes_ask_what_the_service_answers(client: FlaskClient) -> None:
    (container,) = manifest("Deployment")["spec"]["template"]["spec"]["containers"]
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        assert client.get(container[probe]["httpGet"]["path"]).status_code == 200


def test_settings_are_those_of_the_service() -> None:
    (container,) = manifest("Deployment")["spec"]["template"]["spec"]["containers"]
    instance = read(DEPLOY / "compose.yaml")["services"]["api-1"]
    names = {variable["name"] for variable in container["env"]} | instance["environment"].keys()
    known = {f"OFCAPI_{name.upper()}" for name in Settings.__dataclass_fields__}
    assert names - known <= {"WORKERS"}


def test_what_is_written_is_in_tmp() -> None:
    """The root file system is always read-only, so the image's command writes only to /tmp."""
    spec = manifest("Deployment")["spec"]["template"]["spec"]
    (container,) = spec["containers"]
    assert container["securityContext"]["readOnlyRootFilesystem"]
    assert [mount["mountPath"] for mount in container["volumeMounts"]] == ["/tmp"]
    for service in read(DEPLOY / "compose.yaml")["services"].values():
        assert service["read_only"]
        assert service["tmpfs"].startswith("/tmp:")
    assert "NUMBA_CACHE_DIR=/tmp/" in (ROOT / "Dockerfile").read_text(encoding="utf-8")


def test_stopping_takes_no_longer_than_it_is_given() -> None:
    spec = manifest("Deployment")["spec"]["template"]["spec"]
    graceful = int(
        re.findall(r"graceful_timeout = (\d+)", (ROOT / "gunicorn.conf.py").read_text())[0]
    )
    assert graceful > Settings().max_budget_ms / 1000
    wait = int(spec["containers"][0]["lifecycle"]["preStop"]["exec"]["command"][1])
    assert spec["terminationGracePeriodSeconds"] > wait + graceful
    instance = read(DEPLOY / "compose.yaml")["services"]["api-1"]
    assert int(instance["stop_grace_period"].removesuffix("s")) > graceful
