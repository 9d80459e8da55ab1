"""Calls every tool of `banto mcp` with the official client of the Model Context Protocol, and lets broken clients try it.

Run it with `python3 python/test_mcp.py`; BANTO names the command. `cargo test --test project harness` runs it, too, where the package
mcp is installed.
"""

import asyncio
import json
import os
import random
import subprocess
import time
import unittest
from contextlib import asynccontextmanager

try:
    import tomllib
except ImportError:
    tomllib = None

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from pybanto import command

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BLOCKS = {"domain": "domains/blocks.pddl", "problem": "problems/blocks/02-sussman.pddl"}
HARD = {"domain": "domains/logistics.pddl", "problem": "problems/logistics/03-eight-parcels.pddl"}
LEVEL = "#######\n#@ $ .#\n#######\n"
HELLO = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}}}
EACH = {
    "check": BLOCKS | {"fix": True},
    "format": {"text": "(define(domain d)(:predicates(p)))"},
    "plan": BLOCKS | {"quality": "optimal"},
    "validate": BLOCKS | {"plan": "(lift c a)", "trace": True},
    "why": BLOCKS,
    "step": BLOCKS | {"actions": ["(lift c a)", "put-down c"]},
    "ground": BLOCKS | {"list": "operators"},
    "explain": {"about": "E0104"},
    "sokoban_check": {"level": LEVEL},
    "sokoban_solve": {"level": LEVEL, "optimal": "pushes"},
    "sokoban_validate": {"level": LEVEL, "moves": "rRR"},
    "sokoban_draw": {"level": LEVEL},
}


@asynccontextmanager
async def client(**flags):
    """A session of the official client."""
    server = StdioServerParameters(command=command(), args=["mcp"], cwd=ROOT, env=dict(os.environ))
    async with stdio_client(server) as streams, ClientSession(*streams, **flags) as session:
        await session.initialize()
        yield session


def raw(lines):
    """What the server answers to lines of bytes, each an object."""
    run = subprocess.run([command(), "mcp"], input=b"".join(lines), capture_output=True, cwd=ROOT, timeout=300)
    return run.returncode, [json.loads(line) for line in run.stdout.splitlines()]


def asked(number, name, arguments):
    """A call as a line."""
    params = {"name": name, "arguments": arguments}
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}).encode() + b"\n"


class Official(unittest.IsolatedAsyncioTestCase):
    async def test_every_tool(self):
        async with client() as session:
            listed = (await session.list_tools()).tools
            self.assertEqual({tool.name for tool in listed}, set(EACH))
            said = {}
            for name, arguments in EACH.items():
                with self.subTest(name):
                    answer = await session.call_tool(name, arguments)
                    self.assertFalse(answer.is_error, answer)
                    said[name] = answer.structured_content or answer.content[0].text
            self.assertEqual((said["plan"]["status"], said["plan"]["cost"]), ("optimal", 6))
            self.assertIn("put-down c", said["step"])
            self.assertEqual(said["validate"]["plans"][0]["status"], "invalid")
            self.assertEqual(said["sokoban_solve"]["pushes"], 2)
            self.assertEqual(said["sokoban_validate"]["status"], "solved")

    @unittest.skipUnless(hasattr(ClientSession, "discover"), "an older client")
    async def test_the_newest_revision(self):
        """Clients that do not greet ask what is spoken; every request then says which revision it is of."""
        server = StdioServerParameters(command=command(), args=["mcp"], cwd=ROOT, env=dict(os.environ))
        async with stdio_client(server) as streams, ClientSession(*streams) as session:
            found = await session.discover()
            self.assertEqual((found.supported_versions, session.protocol_version), (["2026-07-28"], "2026-07-28"))
            self.assertEqual(session.server_info.name, "banto")
            self.assertEqual({tool.name for tool in (await session.list_tools()).tools}, set(EACH))
            answer = await session.call_tool("plan", BLOCKS | {"quality": "optimal"})
            self.assertEqual(answer.structured_content["cost"], 6)
            self.assertTrue((await session.read_resource("banto://docs/pddl")).contents[0].text)

    async def test_what_tools_return_is_as_they_say(self):
        """The client compares results with `outputSchema`, and fails where they differ."""
        async with client() as session:
            schemas = {tool.name: tool.output_schema for tool in (await session.list_tools()).tools}
            structured = {name for name, schema in schemas.items() if schema}
            self.assertEqual(structured, {"check", "plan", "validate", "why", "sokoban_check", "sokoban_solve", "sokoban_validate"})
            for name, arguments in EACH.items():
                answer = await session.call_tool(name, arguments)
                self.assertEqual(answer.structured_content is not None, name in structured, name)
                if name in structured:
                    self.assertLessEqual(set(answer.structured_content), set(schemas[name]["properties"]), name)
            self.assertIn("cost", schemas["plan"]["properties"])

    async def test_files_have_the_names_that_were_given(self):
        texts = {"domain": "tests/why/courier.pddl", "problem": "tests/why/no-road.pddl"}
        async with client() as session:
            answer = (await session.call_tool("why", texts)).structured_content
            edited = {edit["file"] for repair in answer["repairs"] for edit in repair["edits"]}
            self.assertLessEqual(edited, set(texts.values()))
            self.assertNotIn('"problem.pddl', json.dumps(answer))
            wrong = await session.call_tool("check", {"domain": "tests/check/never-closed.pddl"})
            self.assertEqual(wrong.structured_content["diagnostics"][0]["file"], "tests/check/never-closed.pddl")
            given = await session.call_tool("check", {"domain": "(define (domain d)"})
            self.assertEqual(given.structured_content["diagnostics"][0]["file"], "domain.pddl")

    async def test_resources(self):
        async with client() as session:
            listed = (await session.list_resources()).resources
            self.assertGreater(len(listed), 50)
            for one in listed[:5]:
                self.assertTrue((await session.read_resource(one.uri)).contents[0].text.startswith("# "))

    async def test_a_hundred_at_once(self):
        async with client() as session:
            calls = [session.call_tool("plan", BLOCKS | {"quality": "optimal"}) for _ in range(100)]
            self.assertEqual({one.structured_content["cost"] for one in await asyncio.gather(*calls)}, {6})

    async def test_progress_and_limits(self):
        told = []

        async def hear(progress, total, message):
            told.append((progress, message))

        async with client() as session:
            answer = await session.call_tool("plan", HARD | {"quality": "optimal", "time_limit": 1}, progress_callback=hear)
            self.assertEqual(answer.structured_content["status"], "stopped")
            self.assertEqual(sorted(told), told)
            self.assertGreater(len(told), 3)

    async def test_what_a_model_gets_wrong(self):
        wrong = [
            ("plan", {"domain": "domains/blocks.pddl"}, "needs the argument problem"),
            ("plan", BLOCKS | {"quality": "best"}, "must be one of first, optimal"),
            ("plan", BLOCKS | {"search": "astr"}, "did you mean"),
            ("plan", BLOCKS | {"effort": 1}, "takes no argument effort"),
            ("check", {"domain": "/etc/passwd"}, "outside of the folder"),
            ("check", {"domain": "../../etc/passwd"}, "folder"),
            ("check", {"domain": "no-such.pddl"}, "there is no file"),
            ("step", BLOCKS | {"actions": ["stack a b"]}, "cannot be applied"),
            ("sokoban_validate", {"level": LEVEL, "moves": "../x"}, "must be letters"),
        ]
        async with client() as session:
            for name, arguments, words in wrong:
                with self.subTest(words):
                    answer = await session.call_tool(name, arguments)
                    self.assertIn(words, answer.content[0].text)

    async def test_a_broken_model_is_mended(self):
        texts = {}
        for name, right, slip in [("domain", "(clear ?block) (hand", "(claer ?block) (hand"), ("problem", "(on-table ", "(on-tabel ")]:
            with open(os.path.join(ROOT, BLOCKS[name]), encoding="utf-8") as file:
                text = file.read()
            self.assertIn(right, text)
            texts[name] = text.replace(right, slip, 1)
        async with client() as session:
            answer = await session.call_tool("check", texts)
            self.assertGreater(answer.structured_content["errors"], 0)
            answer = await session.call_tool("check", texts | {"fix": True})
            self.assertEqual(answer.structured_content["errors"], 0, answer.content[0].text)
            self.assertEqual(sorted(answer.structured_content["fixed"]), ["domain.pddl", "problem.pddl"])
            texts = {"domain": "tests/why/courier.pddl", "problem": "tests/why/no-road.pddl"}
            answer = await session.call_tool("why", texts | {"repair": 1})
            fixed = answer.structured_content["fixed"]
            answer = await session.call_tool("plan", {name: fixed[path] for name, path in texts.items()})
            self.assertEqual(answer.structured_content["cost"], 4)


    @unittest.skipIf(tomllib is None, "tomllib is of Python 3.11")
    async def test_repairs_are_what_they_say(self):
        """Wherever a repair has edits, the edited model has a plan."""
        with open(os.path.join(ROOT, "tests", "why", "models.toml"), "rb") as file:
            models = tomllib.load(file)
        mended = 0
        async with client() as session:
            for case in models["case"][::12]:
                texts = dict(models["base"][case["base"]])
                for old, new in case["change"]:
                    name = "domain" if old in texts["domain"] else "problem"
                    texts[name] = texts[name].replace(old, new, 1)
                with self.subTest(case["name"]):
                    answer = await session.call_tool("why", texts | {"repair": 1, "time_limit": 20})
                    fixed = answer.structured_content.get("fixed")
                    if fixed:
                        mended += 1
                        texts = {"domain": fixed["domain.pddl"], "problem": fixed["problem.pddl"]}
                        answer = await session.call_tool("plan", texts | {"quality": "first"})
                        self.assertIn("plan", answer.structured_content, answer)
                        self.assertTrue(answer.structured_content["plan"], answer)
        self.assertGreater(mended, len(models["case"]) // 24)


class Broken(unittest.TestCase):
    def test_no_messages(self):
        lines = [b"\n", b"{\n", b"[]\n", b"7\n", b'"x"\n', b"null\n", b"\xff\xfe\n", b'{"jsonrpc":"2.0","id":1}\n']
        lines += [b'{"jsonrpc":"2.0","id":{},"method":"ping"}\n', b'{"jsonrpc":"2.0","id":5,"method":"no"}\n', b"[" * 100_000 + b"\n"]
        lines += [b'{"jsonrpc":"2.0","method":"notifications/x"}\n', b'{"jsonrpc":"2.0","id":2,"method":"ping"}']
        code, answers = raw(lines)
        self.assertEqual(code, 0)
        self.assertEqual(answers[-1], {"jsonrpc": "2.0", "id": 2, "result": {}})
        self.assertEqual({one["error"]["code"] for one in answers[:-1]}, {-32700, -32600, -32601})

    def test_another_revision(self):
        asks = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2099-01-01"}}}
        _, [answer] = raw([json.dumps(asks).encode() + b"\n"])
        self.assertEqual((answer["error"]["code"], answer["error"]["data"]["requested"]), (-32022, "2099-01-01"))

    def test_cancellation_and_the_end(self):
        server = subprocess.Popen([command(), "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
        server.stdin.write(asked(1, "plan", HARD | {"quality": "optimal"}) + asked(2, "plan", HARD | {"quality": "optimal"}))
        server.stdin.flush()
        time.sleep(0.5)
        for number in (1, 2):
            note = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}}
            server.stdin.write(json.dumps(note).encode() + b"\n")
        server.stdin.write(asked(3, "explain", {"about": "E0104"}))
        server.stdin.flush()
        self.assertEqual(json.loads(server.stdout.readline())["id"], 3)
        server.stdin.write(asked(4, "plan", HARD | {"quality": "optimal"}))
        start = time.time()
        # The end of the input ends what runs.
        rest, _ = server.communicate()
        self.assertEqual((rest, server.returncode), (b"", 0))
        self.assertLess(time.time() - start, 5)

    def test_mutated_messages(self):
        seed = random.Random(7)
        texts = [json.dumps(HELLO).encode() + b"\n"] + [asked(1, name, arguments) for name, arguments in EACH.items() if name in ("explain", "format", "sokoban_draw")]
        lines = []
        for number in range(int(os.environ.get("BANTO_MUTATED", "300"))):
            line = bytearray(seed.choice(texts).replace(b'"id": 1', b'"id": %d' % number))
            for _ in range(seed.randrange(1, 4)):
                at = seed.randrange(len(line) - 1)
                line[at : at + seed.randrange(3)] = bytes(seed.choice(b'{}[]",:0\\x\xff') for _ in range(seed.randrange(3)))
            lines.append(bytes(line).replace(b"\n", b"") + b"\n")
        code, answers = raw([*lines, b'{"jsonrpc":"2.0","id":"last","method":"ping"}\n'])
        self.assertEqual(code, 0)
        self.assertIn({"jsonrpc": "2.0", "id": "last", "result": {}}, answers)


if __name__ == "__main__":
    unittest.main()
