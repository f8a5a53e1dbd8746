"""Report the shape of the source tree: a mirror, not a fence. `make check` prints it at its end; it never fails.

Standard library only; the package is parsed, never imported.
"""

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from statistics import median

SOURCE = Path(__file__).resolve().parent.parent / "src" / "ringtrue"
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass
class Module:
    """One module: its size, what it defines, and what it imports at load (eager) or inside functions (lazy)."""

    path: Path
    lines: int
    eager: set[str] = field(default_factory=set)
    lazy: set[str] = field(default_factory=set)
    classes: list[str] = field(default_factory=list)
    functions: dict[str, int] = field(default_factory=dict)  # name and line -> lines
    private: list[str] = field(default_factory=list)  # private names of other packages


def read_tree(source: Path) -> dict[str, Module]:
    """Parse every module of a package."""
    paths = {_name(path, source): path for path in sorted(source.rglob("*.py"))}
    return {name: _read(path, source.name, set(paths)) for name, path in paths.items()}


def _name(path: Path, source: Path) -> str:
    parts = [source.name, *path.relative_to(source).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _read(path: Path, package: str, known: set[str]) -> Module:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    module = Module(path, len(text.splitlines()))
    module.classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef) and node.name[0] != "_"]
    foreign: set[str] = set()
    for node, at_load in _walk(tree, at_load=True):
        if isinstance(node, _FUNCTIONS):
            module.functions[f"{node.name}:{node.lineno}"] = (node.end_lineno or node.lineno) - node.lineno + 1
        for target, bound in _imports(node):
            if target.split(".")[0] != package:
                foreign.add(bound)
                module.private += [target] if any(_is_private(part) for part in target.split(".")) else []
            else:
                (module.eager if at_load else module.lazy).add(_nearest(target, known))
    module.private += _foreign_attributes(tree, foreign)
    return module


def _walk(node: ast.AST, *, at_load: bool) -> Iterator[tuple[ast.AST, bool]]:
    """Every node, and whether it runs when the module is loaded."""
    yield node, at_load
    inside = at_load and not isinstance(node, _FUNCTIONS)
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        inside = False
    for child in ast.iter_child_nodes(node):
        yield from _walk(child, at_load=inside)


def _imports(node: ast.AST) -> Iterator[tuple[str, str]]:
    """What an import statement names, and the name it binds."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.name, alias.asname or alias.name.split(".")[0]
    elif isinstance(node, ast.ImportFrom) and node.module:
        for alias in node.names:
            yield f"{node.module}.{alias.name}", alias.asname or alias.name


def _nearest(target: str, known: set[str]) -> str:
    while target not in known and "." in target:
        target = target.rpartition(".")[0]
    return target


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__") and name != "_"


def _foreign_attributes(tree: ast.Module, foreign: set[str]) -> list[str]:
    """Private attributes of imported names, and of `self` in classes derived from them that do not set them."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in foreign:
            found += [f"{node.value.id}.{node.attr}"] if _is_private(node.attr) else []
        elif isinstance(node, ast.ClassDef):
            bases = [base for base in map(ast.unparse, node.bases) if base.split(".")[0] in foreign]
            own = {_stored(part) for part in ast.walk(node)}
            used = [part for part in ast.walk(node) if isinstance(part, ast.Attribute) and _is_private(part.attr)]
            names = {part.attr for part in used if ast.unparse(part.value) == "self"}
            found += [f"{bases[0]}.{name}" for name in sorted(names - own)] if bases else []
    return found


def _stored(node: ast.AST) -> str:
    """The name that a node of a class defines or sets; empty if none."""
    if isinstance(node, _FUNCTIONS):
        return node.name
    if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
        return node.id if isinstance(node, ast.Name) else node.attr
    return ""


def layers(modules: dict[str, Module]) -> int:
    """The longest chain of imports at load; a cycle counts once."""

    @cache
    def depth(name: str) -> int:
        above = open_names | {name}
        open_names.add(name)
        deepest = max((depth(one) for one in modules[name].eager if one in modules and one not in above), default=0)
        open_names.discard(name)
        return 1 + deepest

    open_names: set[str] = set()
    return max(map(depth, modules), default=0)


def report(modules: dict[str, Module]) -> list[str]:
    """The lines of the report."""
    sizes = sorted(module.lines for module in modules.values())
    functions = {f"{name}.{one}": size for name, module in modules.items() for one, size in module.functions.items()}
    lengths = sorted(functions.values()) or [0]
    most = lengths[9 * len(lengths) // 10]
    importers: defaultdict[str, set[str]] = defaultdict(set)
    for name, module in modules.items():
        for target in (module.eager | module.lazy) - {name}:
            importers[target].add(name)
    single = sum(len(found) == 1 for found in importers.values())
    files = Counter(module.path.stem for module in modules.values() if not module.path.stem.startswith("__"))
    classes = Counter(one for module in modules.values() for one in module.classes)
    private = [f"{name} uses {one}" for name, module in modules.items() for one in module.private]
    largest, longest = max(modules, key=lambda name: modules[name].lines), max(functions, key=functions.__getitem__)
    return [
        f"modules                   {len(modules)}, {sum(sizes):,} lines",
        f"lines a module            median {median(sizes):g}, most {sizes[-1]} ({largest})",
        f"lines a function          median {median(lengths):g}, p90 {most}, most {lengths[-1]} ({longest})",
        f"import layers             {layers(modules)}",
        f"modules with one importer {100 * single / len(modules):.0f} %",
        f"repeated file names       {_repeated(files)}",
        f"repeated public classes   {_repeated(classes)}",
        f"private names of others   {'; '.join(private) or 'none'}",
    ]


def _repeated(names: Counter[str]) -> str:
    twice = sorted(name for name, count in names.items() if count > 1)
    return f"{len(twice)}: {', '.join(twice)}" if twice else "none"


if __name__ == "__main__":
    sys.stdout.write("\n".join(report(read_tree(SOURCE))) + "\n")
