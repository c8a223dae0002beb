"""Tables come in and go out by the Arrow PyCapsule interface, where a library of Arrow is installed."""

import importlib
import importlib.util
import io
import itertools
import os
import tempfile
import unittest

import peirast
from peirast import stats
from peirast._result import Record, Rows


def library(name):
    """A library; the test is skipped without it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise unittest.SkipTest(f"{name} is not here") from None


class Stream:
    """Nothing but the interface."""

    def __init__(self, table):
        self._table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


def scores(right):
    return [{"item": f"q{n}", "score": float(n in right)} for n in range(20)]


class Arrow(unittest.TestCase):
    def tables(self, rows):
        """The rows as tables of every library that is here, and as the bare interface."""
        found = []
        for name, make in (("pyarrow", lambda one: one.Table.from_pylist(rows)), ("polars", lambda one: one.DataFrame(rows))):
            try:
                table = make(importlib.import_module(name))
            except ImportError:
                continue
            found += [table, Stream(table)]
        if not found:
            self.skipTest("neither pyarrow nor polars is here")
        return found

    def test_runs_are_compared(self):
        old, new = scores(range(6)), scores(range(1, 14))
        for first, second in zip(self.tables(old), self.tables(new)):
            row = peirast.compare({"old": first, "new": second}).rows[0]
            self.assertEqual((row.n12, row.n21, row.verdict), (1, 8, "better"), type(first).__name__)

    def test_own_problems(self):
        rows = [
            {"item": n, "version": version, "question": f"{start} {n} odd?", "answer": "yes" if n % 2 else "no"}
            for n in range(1, 5)
            for version, start in (("plain", "Is"), ("polite", "Please: is"))
        ]
        for table in self.tables(rows):
            found = peirast.pairs(table)
            self.assertEqual((found.items, found.versions, found.task), (4, ["plain", "polite"], "yes-no"))

    def test_columns_of_tests(self):
        x, y = [True, True, False, False, None], [True, False, True, True, True]
        expected = stats.mcnemar(x, y).to_dict()
        for first, second in zip(self.tables([{"x": one} for one in x]), self.tables([{"y": one} for one in y])):
            if isinstance(first, Stream):
                self.assertEqual(stats.mcnemar(first, second).to_dict(), expected)
        arrow = library("pyarrow")
        self.assertEqual(stats.mcnemar(arrow.array(x), arrow.chunked_array([y])).to_dict(), expected)
        two = Stream(arrow.table({"x": x, "y": y}))
        with self.assertRaises(ValueError) as raised:
            stats.mcnemar(two, two)
        self.assertIn("2 columns", str(raised.exception))

    def test_relations_of_duckdb(self):
        duckdb = library("duckdb")
        library("pyarrow")
        connection = duckdb.connect()
        connection.execute("create table scores as select i as item, (i < 6)::int as old, (i < 14)::int as new from range(20) r(i)")
        old, new = (connection.sql(f"select item, {name} as score from scores") for name in ("old", "new"))
        row = peirast.compare({"old": old, "new": new}).rows[0]
        self.assertEqual((row.n12, row.n21), (0, 8))
        test = stats.mcnemar(*(connection.sql(f"select {name} from scores order by item") for name in ("old", "new")))
        self.assertEqual((test.p, test.n_used), (stats.mcnemar_p(0, 8), 20))
        found = peirast.compare({"old": old, "new": new})
        told = connection.sql("select n21, verdict from found")
        self.assertEqual(told.fetchall(), [(8, "better")])

    def test_results_go_out(self):
        found = peirast.compare({"old": scores(range(6)), "new": scores(range(1, 14))})
        polars = library("polars")
        frame = polars.DataFrame(found)
        self.assertEqual(frame["n21"].to_list(), [8])
        self.assertEqual(set(frame.columns), set(found.rows[0]))
        self.assertEqual(found.rows.to_polars()["verdict"].to_list(), ["better"])
        arrow = library("pyarrow")
        self.assertEqual(arrow.table(found).column("verdict").to_pylist(), ["better"])
        of_rows = arrow.RecordBatchReader.from_stream(found.rows).read_all()
        self.assertEqual(of_rows.column("n21").to_pylist(), [8])

    def test_outcomes_in_each_library(self):
        with tempfile.TemporaryDirectory() as folder:
            run = peirast.study("token-bias", n=1).run("sim:flawless", into=os.path.join(folder, "run"))
            rows = run.rows("outcomes")
            for name in ("pandas", "polars", "pyarrow"):
                library("pyarrow")
                library(name)
                frame = run.outcomes(name)
                self.assertEqual(type(frame).__module__.split(".")[0], name)
                self.assertEqual(len(frame), len(rows))
                taken = library("pyarrow").table(frame).column("answer").to_pylist()
                self.assertEqual(taken, [row["answer"] for row in rows])
            tests = library("pyarrow").RecordBatchReader.from_stream(run.tests()).read_all()
            self.assertEqual(tests.column("n").to_pylist(), [row.n for row in run.tests()])

    def test_frames_are_those_of_parquet(self):
        pandas, arrow = library("pandas"), library("pyarrow")
        parquet = importlib.import_module("pyarrow.parquet")
        texts = ["(a)", "The answer is (b). \0 🦀\0", "(a) " + "é" * 35_000, ""]

        number = itertools.count()

        def subject(messages, **_):
            return {"text": texts[next(number) % len(texts)], "input_tokens": len(messages)}

        with tempfile.TemporaryDirectory() as folder:
            study = peirast.study("token-bias", n=1)
            run = study.run({"mine": subject}, into=os.path.join(folder, "run"))
            for name in run.tables():
                data = run._analysis().table_parquet(name)
                frame, table = run.table(name, "pandas"), run.table(name, "pyarrow")
                pandas.testing.assert_frame_equal(frame, pandas.read_parquet(io.BytesIO(data)))
                expected = parquet.read_table(io.BytesIO(data))
                self.assertEqual(table.to_pylist(), expected.to_pylist())
                self.assertEqual(table.schema.metadata, expected.schema.metadata)
                table.validate(full=True)
            rows, frame = run.rows("outcomes"), run.outcomes("pandas")
            self.assertEqual({row["text"] for row in rows} & set(texts), set(texts))
            self.assertEqual(frame["text"].tolist(), [row["text"] for row in rows])
            self.assertEqual((frame["reasoning_tokens"].dtype, frame["reasoning_tokens"].count()), ("float64", 0))
            frame.loc[0, ["model", "repetition"]] = ["other", 7]
            self.assertEqual(frame.loc[0, ["model", "repetition"]].tolist(), ["other", 7])
            self.assertEqual(run.outcomes("pyarrow").column("model")[0].as_py(), rows[0]["model"])
            with self.assertRaises(ValueError) as raised:
                run.table("no-such-table")
            self.assertIn("outcomes", str(raised.exception))
        self.assertEqual(str(arrow.table(frame).schema.field("repetition").type), "int64")

    def test_frames_of_polars_need_no_pyarrow(self):
        polars = library("polars")
        testing = importlib.import_module("polars.testing")
        module = importlib.import_module("peirast._run")
        self.addCleanup(setattr, module, "import_module", module.import_module)
        with tempfile.TemporaryDirectory() as folder:
            run = peirast.study("token-bias", n=1).run("sim:biased", into=os.path.join(folder, "run"))
            frames = {name: run.table(name, "polars") for name in run.tables()}

            def without_pyarrow(name):
                if name == "pyarrow":
                    raise ImportError(name)
                return importlib.import_module(name)

            module.import_module = without_pyarrow
            for name, frame in frames.items():
                self.assertIsInstance(frame, polars.DataFrame)
                testing.assert_frame_equal(frame, run.table(name, "polars"))
            with self.assertRaises(ImportError):
                run.outcomes("pyarrow")

    def test_columns_of_no_rows(self):
        arrow = library("pyarrow")
        made = importlib.import_module("peirast._arrow").table_of_columns
        none = [("name", "text", 0, 0, None, bytes(8), b"")]
        none += [(kind, kind, 0, 0, None, None, b"") for kind in ("flag", "count", "number")]
        table = made("{}", none)
        table.validate(full=True)
        self.assertEqual((table.num_rows, table.column_names), (0, ["name", "flag", "count", "number"]))
        self.assertEqual(table.schema.types, [arrow.large_string(), arrow.bool_(), arrow.int64(), arrow.float64()])
        self.assertEqual(table.schema.metadata, {b"peirast": b"{}"})

    def test_any_library_of_arrow_reads(self):
        arrow = importlib.import_module("peirast._arrow")
        self.addCleanup(setattr, arrow, "_READERS", arrow._READERS)
        rows = [{"item": 1, "score": None}, {"item": 2, "score": 0.5}]
        for reader in arrow._READERS:
            if importlib.util.find_spec(reader) is None:
                continue
            arrow._READERS = (reader,)
            for table in self.tables(rows):
                self.assertEqual(arrow.rows(Stream(table)), rows, reader)
            for table in self.tables([{"score": row["score"]} for row in rows]):
                self.assertEqual(arrow.column(Stream(table)), [None, 0.5], reader)

    def test_without_a_library_the_message_says_the_fix(self):
        arrow = importlib.import_module("peirast._arrow")
        kept = arrow.import_module

        def none_is_here(name):
            raise ImportError(name)

        arrow.import_module = none_is_here
        try:
            for call in (
                lambda: Rows([Record({"p": 0.5})], ()).__arrow_c_stream__(),
                lambda: peirast.pairs(Stream(None)),
            ):
                with self.assertRaises(ImportError) as raised:
                    call()
                self.assertIn("pip install pyarrow", str(raised.exception))
        finally:
            arrow.import_module = kept


if __name__ == "__main__":
    unittest.main()
