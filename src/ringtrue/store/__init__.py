"""Everything recorded about studies, in SQLite or PostgreSQL: the only package with SQL.

Answer keys are not offered here: see `ringtrue.store.keys`.
"""
