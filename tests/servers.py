"""Real servers for tests: a PostgreSQL of our own, on a socket in a temporary folder."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from urllib.parse import quote


def postgresql_programs() -> Path | None:
    """The folder of the newest PostgreSQL installed, None where there is none."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    if installed:
        return installed[-1]
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


class PostgreSQL:
    """A running server; `database` makes an empty database and gives its address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def address(self, database: str) -> str:
        return f"postgresql://ringtrue@/{database}?host={quote(str(self.folder), safe='')}"

    def database(self) -> str:
        import psycopg

        name = f"t{token_hex(6)}"
        with psycopg.connect(host=str(self.folder), user="ringtrue", dbname="postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)


@contextmanager
def postgresql(programs: Path) -> Iterator[PostgreSQL]:
    """Start a server, as `nobody` where we are root (PostgreSQL refuses root), and stop it at the end."""
    folder = Path(tempfile.mkdtemp(prefix="rtpg"))
    account: dict[str, object] = {}
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        account = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(folder)}

    def run(program: str, *arguments: str) -> None:
        command = [str(programs / program), "-D", str(folder / "data"), *arguments]
        subprocess.run(command, check=True, cwd=folder, env=environment, stdout=subprocess.DEVNULL, **account)

    socket = f"-c listen_addresses='' -c unix_socket_directories={folder}"
    try:
        run("initdb", "-U", "ringtrue", "-A", "trust", "-E", "UTF8", "--no-sync")
        run("pg_ctl", "-l", str(folder / "log"), "-w", "-t", "300", "-o", socket, "start")
        try:
            yield PostgreSQL(folder)
        finally:
            run("pg_ctl", "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
