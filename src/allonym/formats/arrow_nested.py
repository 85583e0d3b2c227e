"""Arrow arrays inside arrays: structs, lists and maps, gone through leaf by leaf."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Make = Callable[[Any, str], Any]
"""Gives the new array of a leaf, by its path."""


@dataclass(slots=True)
class Texts:
    """The texts of one path in a batch: in which row each stands, and what it says; None is null."""

    path: str
    rows: Sequence[int] = field(repr=False)
    values: list[str | None] = field(repr=False)


def leaves(path: str, kind: Any) -> Iterator[tuple[str, Any]]:
    """Return the paths of all leaves of a type, each with its own type."""
    from pyarrow import types

    if types.is_struct(kind):
        for each in kind:
            yield from leaves(f"{path}.{each.name}", each.type)
    elif types.is_map(kind):
        yield from leaves(f"{path}[].key", kind.key_type)
        yield from leaves(f"{path}[].value", kind.item_type)
    elif _is_list(kind):
        yield from leaves(f"{path}[]", kind.value_type)
    else:
        yield path, kind


def _is_list(kind: Any) -> bool:
    from pyarrow import types

    return bool(types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind))


def is_string(kind: Any) -> bool:
    """Tell whether a type is one of strings, also in a dictionary."""
    from pyarrow import types

    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def collect(array: Any, path: str, rows: Any, wanted: frozenset[str], found: list[Texts]) -> None:
    """Add the texts at wanted paths to those that were found; `rows` says where the entries of the array belong."""
    from pyarrow import types

    kind = array.type
    if types.is_struct(kind):
        for number, each in enumerate(kind):
            collect(_child(array, number), f"{path}.{each.name}", rows, wanted, found)
    elif types.is_map(kind) or _is_list(kind):
        lengths = _lengths(array)
        inner = np.repeat(rows, lengths)
        if types.is_map(kind):
            entries = _values(array)
            collect(entries.field(0), f"{path}[].key", inner, wanted, found)
            collect(entries.field(1), f"{path}[].value", inner, wanted, found)
        else:
            collect(_values(array), f"{path}[]", inner, wanted, found)
    elif path in wanted:
        found.append(Texts(path, rows.tolist(), array.to_pylist()))


def rebuilt(array: Any, path: str, make: Make, taken: Sequence[str]) -> Any:
    """Return an array with new leaves; what holds no taken path stays as it is."""
    import pyarrow as pa
    from pyarrow import types

    kind = array.type
    if not any(each == path or each.startswith((f"{path}.", f"{path}[]")) for each in taken):
        return array
    if types.is_struct(kind):
        fields = list(kind)
        children = [rebuilt(_child(array, at), f"{path}.{each.name}", make, taken) for at, each in enumerate(fields)]
        return pa.StructArray.from_arrays(children, fields=fields, mask=array.is_null())
    if types.is_map(kind) or _is_list(kind):
        return _rebuilt_list(array, path, make, taken)
    return make(array, path)


def _rebuilt_list(array: Any, path: str, make: Make, taken: Sequence[str]) -> Any:
    import pyarrow as pa
    from pyarrow import types

    kind = array.type
    ends = np.concatenate([[0], np.cumsum(_lengths(array))])
    values = _values(array)
    if types.is_map(kind):
        keys = rebuilt(values.field(0), f"{path}[].key", make, taken)
        items = rebuilt(values.field(1), f"{path}[].value", make, taken)
        return pa.MapArray.from_arrays(pa.array(ends, pa.int32()), keys, items, type=kind, mask=array.is_null())
    child = rebuilt(values, f"{path}[]", make, taken)
    if types.is_fixed_size_list(kind):
        return pa.FixedSizeListArray.from_arrays(child, type=kind, mask=array.is_null())
    if types.is_large_list(kind):
        return pa.LargeListArray.from_arrays(pa.array(ends, pa.int64()), child, type=kind, mask=array.is_null())
    return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), child, type=kind, mask=array.is_null())


def _child(array: Any, number: int) -> Any:
    """Return a field of a struct, null where the struct is; what a null struct still holds is nobody's."""
    return array.flatten()[number]


def _lengths(array: Any) -> Any:
    import pyarrow.compute as pc
    from pyarrow import types

    if types.is_fixed_size_list(array.type):
        return np.full(len(array), array.type.list_size)
    if types.is_map(array.type):
        offsets = array.offsets.to_numpy()
        return np.where(array.is_null().to_numpy(zero_copy_only=False), 0, np.diff(offsets))
    return pc.fill_null(pc.list_value_length(array), 0).to_numpy()


def _values(array: Any) -> Any:
    """Return what is in the lists of an array, one list after the other, without what stands under nulls."""
    import pyarrow as pa
    import pyarrow.compute as pc
    from pyarrow import types

    if types.is_fixed_size_list(array.type):
        size = array.type.list_size
        return array.values.slice(array.offset * size, len(array) * size)
    if types.is_map(array.type):
        entries = pa.StructArray.from_arrays([array.keys, array.items], names=["key", "value"])
        offsets = array.offsets.to_numpy()
        return entries.slice(int(offsets[0]), int(offsets[-1] - offsets[0]))
    return pc.list_flatten(array)
