#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A front end of your own in Python: prints live numbers twice a second.

    example.py [SOCKET [TIMES [LIBRARY]]]
"""
import ctypes
import sys
import time

UNKNOWN = -(2**63)


class Numbers(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char * 16),
        ("witness", ctypes.c_char * 24),
        ("quantity", ctypes.c_int32),
        ("by", ctypes.c_int32),
        ("count", ctypes.c_uint64),
        ("min_ns", ctypes.c_int64),
        ("max_ns", ctypes.c_int64),
        ("avg_ns", ctypes.c_double),
        ("rest", ctypes.c_uint64 * 19),
    ]


class Counter(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char * 24), ("value", ctypes.c_int64)]


def main(path=None, times="-1", library="libhilrig-shm.so.1"):
    lib = ctypes.CDLL(library)
    lib.hilrig_shm_open.restype = ctypes.c_void_p
    lib.hilrig_shm_reason.restype = ctypes.c_char_p
    shm = ctypes.c_void_p(lib.hilrig_shm_open(path and path.encode()))
    n, c, left = Numbers(), Counter(), int(times)
    while left:
        if lib.hilrig_shm_refresh(shm) != 0:
            print(lib.hilrig_shm_reason(shm).decode())
        for i in range(lib.hilrig_shm_quantities(shm)):
            lib.hilrig_shm_numbers(shm, i, ctypes.byref(n))
            print(f"{n.name.decode()} by {n.witness.decode()}: "
                  f"count {n.count} min {n.min_ns / 1e3:.3f} "
                  f"avg {n.avg_ns / 1e3:.3f} max {n.max_ns / 1e3:.3f} us")
        i = 0
        while lib.hilrig_shm_counter(shm, i, ctypes.byref(c)) == 0:
            value = "unknown" if c.value == UNKNOWN else c.value
            print(f"{c.name.decode()} {value}", end="  ")
            i += 1
        print(flush=True)
        time.sleep(0.5)
        left -= 1
    lib.hilrig_shm_close(shm)


main(*sys.argv[1:])
