"""Read a network back from the files that are shipped, so that it can go on learning.

The table of pieces comes back as it was; matrices come back with the 8 bits that they were cut to, which run time
gives them anyway.
"""

import zlib
from pathlib import Path

import numpy as np
import onnx
import torch
from export import ZERO
from network import EARLY, HEAD, KNOWN, LEVELS, WIDTH, Network
from onnx import numpy_helper

_JOINT = ("q", "k", "v")
Numbers = dict[str, np.ndarray]


def read_network(folder: Path) -> Network:
    """Return the network in a folder of shipped files."""
    words, front, back = (_numbers(folder / f"{part}.onnx") for part in ("words", "front", "back"))
    layers = [*_layers(front), *_layers(back)]
    made = Network(len(words["pieces"]), [(len(each["fi.bias"]), len(each["q.bias"]) // HEAD) for each in layers])
    state = made.state_dict()
    table = (words["pieces"].astype(np.float32) - ZERO) * words["scales"]
    values = {"word.weight": table, "known": words["listed"].reshape(KNOWN, LEVELS, WIDTH), "shape": words["shapes"]}
    values |= {f"mix.{at}.weight": (words[f"turn{at + 1}"] * words[f"turn_scale{at + 1}"]).T for at in range(3)}
    values |= {"ln.weight": front["ln.weight"], "ln.bias": front["ln.bias"]}
    for head, part in (("early", front), ("head", back)):
        values |= {f"{head}.weight": _matrix(part, "head"), f"{head}.bias": part["head.bias"]}
    for place, layer in enumerate(layers):
        values |= {f"blocks.{place}.{name}": value for name, value in layer.items()}
    for name, value in values.items():
        state[name].copy_(torch.from_numpy(np.ascontiguousarray(value, dtype=np.float32)))
    # Windows are no longer than what is kept of the places.
    state["pos"][: len(front["places"])].copy_(torch.from_numpy(front["places"].copy()))
    if len(layers) <= EARLY or set(state) != {*values, "pos"}:
        raise ValueError(f"{folder} holds another sort of network")
    return made


def read_pieces(folder: Path) -> tuple[list[str], np.ndarray]:
    """Return the pieces of a folder of shipped files, with their scores."""
    lines = zlib.decompress((folder / "pieces.txt.z").read_bytes()).decode().splitlines()
    pieces, scores = zip(*(line.split("\t") for line in lines), strict=True)
    return list(pieces), np.array(scores, np.float32)


def _numbers(path: Path) -> Numbers:
    return {each.name: numpy_helper.to_array(each) for each in onnx.load(path).graph.initializer}


def _layers(part: Numbers) -> list[Numbers]:
    count = 1 + max(int(name.split(".")[1]) for name in part if name.startswith("layers."))
    return [_layer(part, f"layers.{place}") for place in range(count)]


def _layer(part: Numbers, name: str) -> Numbers:
    """Return the weights of a layer, with the three inputs to attention apart and unscaled again."""
    made = {}
    for each in ("ao", "fi", "fo"):
        made[f"{each}.weight"] = _matrix(part, f"{name}.block.{each}")
        made[f"{each}.bias"] = part[f"{name}.block.{each}.bias"]
    for each in ("aln", "oln"):
        made |= {f"{each}.{side}": part[f"{name}.block.{each}.{side}"] for side in ("weight", "bias")}
    weights, biases = (np.split(whole, 3) for whole in (_matrix(part, f"{name}.joint"), part[f"{name}.joint.bias"]))
    for at, each in enumerate(_JOINT):
        # What is asked for was scaled when the file was written.
        scale = HEAD**0.5 if each == "q" else 1.0
        made |= {f"{each}.weight": weights[at] * scale, f"{each}.bias": biases[at] * scale}
    return made


def _matrix(part: Numbers, name: str) -> np.ndarray:
    whole = part[f"{name}.weight_quantized"].astype(np.float32) - part[f"{name}.weight_zero_point"]
    return (whole * part[f"{name}.weight_scale"]).T
