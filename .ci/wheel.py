"""A wheel with the program inside, from a program that is built already: `wheel.py PROGRAM TARGET FOLDER`.

It has the command and what runs it, for any Python; the wheel that `maturin` makes from pyproject.toml has the compiled module as well, and
is preferred by Pythons that can take it. `wheel.py --platform TARGET` prints a pattern of the platform in the wheel's name.
"""

import base64
import hashlib
import pathlib
import re
import sys
import zipfile

PLATFORMS = {
    "x86_64-unknown-linux-gnu": "manylinux_2_28_x86_64",
    "aarch64-unknown-linux-gnu": "manylinux_2_28_aarch64",
    "x86_64-unknown-linux-musl": "musllinux_1_1_x86_64",
    "x86_64-pc-windows-msvc": "win_amd64",
    "x86_64-pc-windows-gnu": "win_amd64",
    "aarch64-pc-windows-msvc": "win_arm64",
    "x86_64-apple-darwin": "macosx_10_12_x86_64",
    "aarch64-apple-darwin": "macosx_11_0_arm64",
}
# The C library that `manylinux_2_28` promises.
NEWEST_GLIBC = (2, 28)


def newest_glibc(program: bytes) -> tuple:
    """The newest version of the C library that a program asks for."""
    found = re.findall(rb"GLIBC_(\d+)\.(\d+)", program)
    return max(((int(major), int(minor)) for major, minor in found), default=(0, 0))


def main() -> None:
    if sys.argv[1] == "--platform":
        print(PLATFORMS[sys.argv[2]].replace("2_28", "2_[0-9]+"))
        return
    program, target, folder = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    root = pathlib.Path(__file__).resolve().parent.parent
    manifest = (root / "Cargo.toml").read_text("utf-8")
    version = re.search(r'^version = "(.*)"', manifest, re.M).group(1)
    project = (root / "pyproject.toml").read_text("utf-8")
    field = lambda name: re.search(rf'^{name} = "(.*)"', project, re.M).group(1)
    platform = PLATFORMS[target]
    glibc = newest_glibc(program.read_bytes())
    if platform.startswith("manylinux") and glibc > NEWEST_GLIBC:
        platform = platform.replace("2_28", f"{glibc[0]}_{glibc[1]}")
        print(f"warning: the program needs glibc {glibc[0]}.{glibc[1]}, so the wheel says so: {platform}", file=sys.stderr)
    info = f"pybanto-{version}.dist-info"
    metadata = (
        f"Metadata-Version: 2.4\nName: pybanto\nVersion: {version}\nSummary: {field('description')}\n"
        f"License-Expression: MIT OR Apache-2.0\nRequires-Python: >=3.8\n"
        "Description-Content-Type: text/markdown\n\n" + (root / "README.md").read_text("utf-8")
    )
    files = {
        f"pybanto-{version}.data/scripts/banto{program.suffix if program.suffix == '.exe' else ''}": program.read_bytes(),
        **{f"pybanto/{path.name}": path.read_bytes() for path in sorted((root / "python/pybanto").glob("*.py"))},
        f"{info}/METADATA": metadata.encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: banto\nRoot-Is-Purelib: false\nTag: py3-none-{platform}\n".encode(),
        **{f"{info}/licenses/{name}": (root / name).read_bytes() for name in ("LICENSE-APACHE", "LICENSE-MIT")},
    }
    record = "".join(
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
        for name, data in files.items()
    )
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    path = folder / f"pybanto-{version}-py3-none-{platform}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            wheel.writestr(entry, data)
    print(path)


if __name__ == "__main__":
    main()
