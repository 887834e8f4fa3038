import threading
import time

import pytest

from host.index.gate import Gate


def wait_until(condition):
    deadline = time.monotonic() + 5
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.001)
    assert condition()


def run(target):
    thread = threading.Thread(target=target, daemon=True)
    thread.start()
    return thread


def test_whoever_is_in_a_hurry_goes_before_those_who_waited_longer():
    gate, order = Gate(), []

    def enter(way, name):
        with way():
            order.append(name)

    with gate.patient():
        first = run(lambda: enter(gate.patient, "patient"))
        time.sleep(0.02)
        second = run(lambda: enter(gate.hurried, "hurried"))
        wait_until(lambda: gate._hurried == 1)
    first.join(5)
    second.join(5)
    assert order == ["hurried", "patient"]


def test_those_who_are_patient_take_turns():
    gate, order = Gate(), []

    def work(name, times):
        for _ in range(times):
            with gate.patient():
                order.append(name)
                wait_until(lambda: len(gate._patient) == 1 or "note" in order)

    with gate.patient():
        book = run(lambda: work("book", 5))
        wait_until(lambda: len(gate._patient) == 1)
        note = run(lambda: work("note", 1))
        wait_until(lambda: len(gate._patient) == 2)
    book.join(5)
    note.join(5)
    assert order == ["book", "note", *["book"] * 4]


@pytest.mark.parametrize("ways", [("patient", "patient"), ("patient", "hurried"), ("hurried", "hurried")])
def test_only_one_is_inside(ways):
    gate, inside, most = Gate(), [], []

    def enter(way):
        for _ in range(50):
            with getattr(gate, way)():
                inside.append(way)
                most.append(len(inside))
                inside.pop()

    threads = [run(lambda way=way: enter(way)) for way in ways * 2]
    for thread in threads:
        thread.join(5)
    assert len(most) == 200
    assert max(most) == 1


def test_an_error_inside_lets_the_next_one_in():
    gate = Gate()
    for way in (gate.hurried, gate.patient):
        with pytest.raises(ValueError, match="inside"), way():
            raise ValueError("inside")
    with gate.patient():
        pass
