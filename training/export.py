"""Write a trained student as the files that are shipped: ONNX with 8-bit weights, in three parts, and its vocabulary.

python training/export.py STUDENT.npz START.npz TARGET

For a network that has learnt further, the folder of the one before stands for START.npz.

The table of pieces keeps one scale per row. Matrices are quantised when the file is made, their inputs when it runs.
"""

import argparse
import zlib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import onnx
import torch
from network import EARLY, HEAD, KNOWN, LEVELS, WIDTH, Block, Network, saved
from onnx import helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn
from torch.nn import functional

LONGEST = 256
"""So many words are read at once, at most."""
MOST, ZERO = 127, 128
"""The largest 8-bit number, and what stands for zero where all are positive."""
INPUTS = (("slots", 4), ("known", KNOWN + 1))
OPSET, OURS = 17, "com.microsoft"
TURNED = (1, 2, 3)
"""The pieces of a word that are turned by their place in it."""


class Front(nn.Module):
    """From what words bring to their states after the first few layers, and what these say of each word."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.register_buffer("places", network.pos.data[:LONGEST])
        self.ln, self.head = network.ln, network.early
        self.layers = nn.ModuleList(Layer(block) for block in network.blocks[:EARLY])

    def forward(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Return states [L, 384] and early chances [L, 9]; rows [L, 384]."""
        x = self.ln(rows + self.places[: rows.shape[0]])
        for layer in self.layers:
            x = layer(x)
        return x, functional.softmax(self.head(x), -1)


class Back(nn.Module):
    """From states to the chances of every label."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer(block) for block in network.blocks[EARLY:])
        self.head = network.head

    def forward(self, x: Tensor) -> Tensor:
        """Return chances [L, 9]."""
        for layer in self.layers:
            x = layer(x)
        return functional.softmax(self.head(x), -1)


class Layer(nn.Module):
    """A layer with its three inputs to attention as one matrix, for one text."""

    def __init__(self, block: Block) -> None:
        super().__init__()
        self.block = block
        self.width = len(block.q.bias)
        self.joint = nn.Linear(WIDTH, 3 * self.width)
        scale = HEAD**-0.5
        self.joint.weight.data = torch.cat([block.q.weight.data * scale, block.k.weight.data, block.v.weight.data])
        self.joint.bias.data = torch.cat([block.q.bias.data * scale, block.k.bias.data, block.v.bias.data])

    def forward(self, x: Tensor) -> Tensor:
        """Return the states after this layer."""
        parts = self.joint(x).split(self.width, 1)
        q, k, v = (part.view(-1, self.width // HEAD, HEAD).transpose(0, 1) for part in parts)
        seen = (functional.softmax(q @ k.transpose(-1, -2), -1) @ v).transpose(0, 1).reshape(-1, self.width)
        x = self.block.aln(x + self.block.ao(seen))
        return self.block.oln(x + self.block.fo(functional.gelu(self.block.fi(x))))


def words(network: Network, pieces: np.ndarray, scales: np.ndarray) -> onnx.ModelProto:
    """Return what a word brings, of its pieces and of what is known of it: slots [L, 4], known [L, 10] -> [L, 384].

    The second, the third and the last piece are turned in whole numbers, which add up to the same in any order: so the
    row of a word does not depend on those it is worked out with.
    """
    given = [helper.make_tensor_value_info(name, onnx.TensorProto.INT32, ["words", many]) for name, many in INPUTS]
    made = [helper.make_tensor_value_info("rows", onnx.TensorProto.FLOAT, ["words", WIDTH])]
    kept = [numpy_helper.from_array(value, name) for name, value in held(network, pieces, scales).items()]
    graph = helper.make_graph([*of_pieces(), *of_lists()], "words", given, made, kept)
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(OURS, 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8)


def held(network: Network, pieces: np.ndarray, scales: np.ndarray) -> dict[str, np.ndarray]:
    """Return the numbers that `words` holds."""
    turns = np.stack([part.weight.data.numpy().T for part in network.mix])
    turn_scales = np.abs(turns).max(1) / MOST
    return {
        "pieces": (pieces.astype(np.int16) + ZERO).astype(np.uint8),
        "scales": scales.astype(np.float32).reshape(-1, 1),
        "listed": network.known.data.numpy().reshape(KNOWN * LEVELS, WIDTH),
        "shapes": network.shape.data.numpy(),
        "offsets": np.arange(KNOWN, dtype=np.int32) * LEVELS,
        "one": np.array(1, np.float32),
        "zero": np.array(ZERO, np.uint8),
        "none": np.zeros(WIDTH, np.int8),
        "axis": np.array([1], np.int64),
        "parts": np.array([KNOWN, 1], np.int64),
        **{f"turn{place}": np.rint(turns[place - 1] / turn_scales[place - 1]).astype(np.int8) for place in TURNED},
        **{f"turn_scale{place}": turn_scales[place - 1] for place in TURNED},
    }


def of_pieces() -> Iterator[onnx.NodeProto]:
    """Return the steps from the pieces of words to part0, part1, part2 and part3 of the sum."""
    node = helper.make_node
    yield node("Split", ["slots"], [f"slot{place}" for place in (0, *TURNED)], axis=1)
    for place in (0, *TURNED):
        yield node("Squeeze", [f"slot{place}", "axis"], [f"piece{place}"])
        yield node("Gather", ["pieces", f"piece{place}"], [f"row{place}"])
        yield node("Gather", ["scales", f"piece{place}"], [f"scale{place}"])
    yield node("DequantizeLinear", ["row0", "one", "zero"], ["turned0"])
    for place in TURNED:
        given = [f"row{place}", f"turn{place}", "one", f"turn_scale{place}", "zero", "none"]
        yield node("MatMulIntegerToFloat", given, [f"turned{place}"], domain=OURS)
    for place in (0, *TURNED):
        yield node("Mul", [f"turned{place}", f"scale{place}"], [f"part{place}"])


def of_lists() -> Iterator[onnx.NodeProto]:
    """Return the steps from what is known of words to part4 and part5 of the sum, and the sum."""
    node = helper.make_node
    yield node("Split", ["known", "parts"], ["levels", "shape"], axis=1)
    yield node("Add", ["levels", "offsets"], ["places"])
    yield node("Gather", ["listed", "places"], ["lists"])
    yield node("ReduceSum", ["lists", "axis"], ["part4"], keepdims=0)
    yield node("Squeeze", ["shape", "axis"], ["shape_place"])
    yield node("Gather", ["shapes", "shape_place"], ["part5"])
    yield node("Sum", [f"part{place}" for place in range(6)], ["rows"])


def load(path: Path) -> tuple[onnx.ModelProto, Front, Back]:
    """Return the parts of a student."""
    network = saved(str(path))
    with np.load(path) as source:
        return words(network, source["words"], source["scale"]), Front(network).eval(), Back(network).eval()


def write(
    part: nn.Module, example: tuple[Tensor, ...], names: tuple[list[str], list[str]], path: Path, *, whole: bool
) -> None:
    """Write a part as ONNX, with whole or 8-bit matrices; inputs and outputs may have any number of words."""
    axes = {name: {0: "words"} for side in names for name in side}
    with TemporaryDirectory() as folder:
        floats = path if whole else Path(folder) / "float.onnx"
        torch.onnx.export(
            part, example, str(floats), input_names=names[0], output_names=names[1], opset_version=OPSET,
            dynamic_axes=axes, dynamo=False,
        )  # fmt: skip
        if whole:
            return
        quantize_dynamic(
            floats, path, weight_type=QuantType.QInt8, per_channel=True, op_types_to_quantize=["MatMul"],
            extra_options={"MatMulConstBOnly": True},
        )  # fmt: skip


def pieces_of(start: Path) -> bytes:
    """Return the vocabulary as it is shipped, of the encoder, or of the folder of a network that has learnt further."""
    if start.is_dir():
        return (start / "pieces.txt.z").read_bytes()
    with np.load(start) as source:
        rows = zip(source["pieces"], source["scores"], strict=True)
        text = "".join(f"{piece}\t{score:.2f}\n" for piece, score in rows)
    return zlib.compress(text.encode(), 9)


def main() -> None:
    """Export."""
    parser = argparse.ArgumentParser()
    parser.add_argument("student", type=Path)
    parser.add_argument("start", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--whole", action="store_true", help="keep matrices as they are, to see what 8 bits cost")
    args = parser.parse_args()
    args.target.mkdir(parents=True, exist_ok=True)
    first, front, back = load(args.student)
    onnx.save(first, args.target / "words.onnx")
    rows = (torch.zeros(7, WIDTH),)
    write(front, rows, (["rows"], ["states", "chances"]), args.target / "front.onnx", whole=args.whole)
    write(back, rows, (["states"], ["chances"]), args.target / "back.onnx", whole=args.whole)
    (args.target / "pieces.txt.z").write_bytes(pieces_of(args.start))
    for path in sorted(args.target.iterdir()):
        print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
