"""Bring the tables of an open connection to a version, by the scripts in `migrations/`."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

SCRIPTS = Path(__file__).parent / "migrations"


def upgrade(connection: Connection, *, to: str = "head", scripts: Path = SCRIPTS) -> None:
    """Run the missing scripts inside the connection's own transaction: all of them, or none."""
    command.upgrade(configuration(scripts, connection), to)


def configuration(scripts: Path = SCRIPTS, connection: Connection | None = None) -> Config:
    """Alembic's settings; there is no alembic.ini, a user never calls alembic."""
    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
