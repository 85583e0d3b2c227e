"""Write a trained student as the files that are shipped: ONNX with 8-bit weights, in two parts, and its vocabulary.

python training/export.py STUDENT.npz START.npz TARGET

The table of pieces keeps one scale per row. Matrices are quantised when the file is made, their inputs when it runs.
"""

import argparse
import zlib
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import torch
from network import EARLY, HEADS, KNOWN, LEVELS, WIDTH, Block, Network
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn
from torch.nn import functional

LONGEST = 256
"""So many words are read at once, at most."""


class Front(nn.Module):
    """From words to their states after the first few layers, and what these say of each word."""

    def __init__(self, network: Network, words: np.ndarray, scale: np.ndarray) -> None:
        super().__init__()
        self.register_buffer("words", torch.from_numpy(words))
        self.register_buffer("scale", torch.from_numpy(scale))
        self.register_buffer("pos", network.pos.data[:LONGEST])
        self.register_buffer("listed", network.known.data.reshape(KNOWN * LEVELS, WIDTH))
        self.register_buffer("shapes", network.shape.data)
        self.register_buffer("offsets", torch.arange(KNOWN) * LEVELS)
        self.mix = nn.Linear(3 * WIDTH, WIDTH, bias=False)
        self.mix.weight.data = torch.cat([part.weight.data for part in network.mix], 1)
        self.ln, self.head = network.ln, network.early
        self.layers = nn.ModuleList(Layer(block) for block in network.blocks[:EARLY])

    def forward(self, slots: Tensor, known: Tensor) -> tuple[Tensor, Tensor]:
        """Return states [L, 384] and early chances [L, 9]; slots [L, 4], known [L, 10]."""
        pieces = self.words[slots].float() * self.scale[slots][..., None]
        x = pieces[:, 0] + self.mix(pieces[:, 1:].reshape(-1, 3 * WIDTH))
        x = x + self.listed[known[:, :KNOWN] + self.offsets].sum(1) + self.shapes[known[:, KNOWN]]
        x = self.ln(x + self.pos[: slots.shape[0]])
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
        self.joint = nn.Linear(WIDTH, 3 * WIDTH)
        scale = (WIDTH // HEADS) ** -0.5
        self.joint.weight.data = torch.cat([block.q.weight.data * scale, block.k.weight.data, block.v.weight.data])
        self.joint.bias.data = torch.cat([block.q.bias.data * scale, block.k.bias.data, block.v.bias.data])

    def forward(self, x: Tensor) -> Tensor:
        """Return the states after this layer."""
        q, k, v = (part.view(-1, HEADS, WIDTH // HEADS).transpose(0, 1) for part in self.joint(x).split(WIDTH, 1))
        seen = (functional.softmax(q @ k.transpose(-1, -2), -1) @ v).transpose(0, 1).reshape(-1, WIDTH)
        x = self.block.aln(x + self.block.ao(seen))
        return self.block.oln(x + self.block.fo(functional.gelu(self.block.fi(x))))


def load(path: Path) -> tuple[Front, Back]:
    """Return both parts of a student."""
    with np.load(path) as source:
        layers = 1 + max(int(name.split(".")[1]) for name in source.files if name.startswith("blocks."))
        network = Network(len(source["words"]), layers, len(source["blocks.0.fi.bias"]))
        state = network.state_dict()
        for name in source.files:
            if name in state:
                state[name].copy_(torch.from_numpy(source[name].astype(np.float32)))
        return Front(network, source["words"], source["scale"]).eval(), Back(network).eval()


def write(
    part: nn.Module, example: tuple[Tensor, ...], names: tuple[list[str], list[str]], path: Path, *, whole: bool
) -> None:
    """Write a part as ONNX, with whole or 8-bit matrices; inputs and outputs may have any number of words."""
    axes = {name: {0: "words"} for side in names for name in side}
    with TemporaryDirectory() as folder:
        floats = path if whole else Path(folder) / "float.onnx"
        torch.onnx.export(
            part, example, str(floats), input_names=names[0], output_names=names[1], opset_version=17,
            dynamic_axes=axes, dynamo=False,
        )  # fmt: skip
        if whole:
            return
        quantize_dynamic(
            floats, path, weight_type=QuantType.QInt8, per_channel=True, op_types_to_quantize=["MatMul"],
            extra_options={"MatMulConstBOnly": True},
        )  # fmt: skip


def main() -> None:
    """Export."""
    parser = argparse.ArgumentParser()
    parser.add_argument("student", type=Path)
    parser.add_argument("start", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--whole", action="store_true", help="keep matrices as they are, to see what 8 bits cost")
    args = parser.parse_args()
    args.target.mkdir(parents=True, exist_ok=True)
    front, back = load(args.student)
    words = torch.zeros(7, 4, dtype=torch.int32), torch.zeros(7, 10, dtype=torch.int32)
    write(front, words, (["slots", "known"], ["states", "chances"]), args.target / "front.onnx", whole=args.whole)
    write(back, (torch.zeros(7, WIDTH),), (["states"], ["chances"]), args.target / "back.onnx", whole=args.whole)
    with np.load(args.start) as source:
        rows = zip(source["pieces"], source["scores"], strict=True)
        text = "".join(f"{piece}\t{score:.2f}\n" for piece, score in rows)
    (args.target / "pieces.txt.z").write_bytes(zlib.compress(text.encode(), 9))
    for path in sorted(args.target.iterdir()):
        print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
