"""Write a trained student as the files that are shipped: ONNX with 8-bit weights, and its vocabulary.

python training/export.py STUDENT.npz START.npz TARGET

The table of pieces keeps one scale per row. Matrices are quantised when the file is made, their inputs when it runs.
"""

import argparse
import zlib
from pathlib import Path

import numpy as np
import torch
from network import HEADS, KNOWN, LEVELS, WIDTH, Network
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn
from torch.nn import functional


class Shipped(nn.Module):
    """The same network with fewer, larger steps."""

    def __init__(self, network: Network, words: np.ndarray, scale: np.ndarray) -> None:
        super().__init__()
        self.register_buffer("words", torch.from_numpy(words))
        self.register_buffer("scale", torch.from_numpy(scale))
        self.register_buffer("pos", network.pos.data)
        self.register_buffer("listed", network.known.data.reshape(KNOWN * LEVELS, WIDTH))
        self.register_buffer("shapes", network.shape.data)
        self.register_buffer("offsets", torch.arange(KNOWN) * LEVELS)
        self.mix = nn.Linear(3 * WIDTH, WIDTH, bias=False)
        self.mix.weight.data = torch.cat([part.weight.data for part in network.mix], 1)
        self.ln, self.head, self.blocks = network.ln, network.head, network.blocks
        self.qkv = nn.ModuleList()
        for block in network.blocks:
            joint = nn.Linear(WIDTH, 3 * WIDTH)
            joint.weight.data = torch.cat([part.weight.data for part in (block.q, block.k, block.v)])
            joint.bias.data = torch.cat([part.bias.data for part in (block.q, block.k, block.v)])
            self.qkv.append(joint)

    def forward(self, slots: Tensor, known: Tensor, there: Tensor) -> Tensor:
        """Return the chances of every label. slots [B, L, 4], known [B, L, 10], there [B, L]: 1 where a word is."""
        batch, length = slots.shape[0], slots.shape[1]
        pieces = self.words[slots].float() * self.scale[slots][..., None]
        x = pieces[:, :, 0] + self.mix(pieces[:, :, 1:].reshape(batch, length, 3 * WIDTH))
        x = x + self.listed[known[..., :KNOWN] + self.offsets].sum(2) + self.shapes[known[..., KNOWN]]
        x = self.ln(x + self.pos[:length])
        hidden = (1 - there[:, None, None, :]) * -1e4
        for block, joint in zip(self.blocks, self.qkv, strict=True):
            q, k, v = joint(x).view(batch, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4).unbind(0)
            weights = functional.softmax(q @ k.transpose(-1, -2) * (WIDTH // HEADS) ** -0.5 + hidden, -1)
            x = block.aln(x + block.ao((weights @ v).transpose(1, 2).reshape(batch, length, WIDTH)))
            x = block.oln(x + block.fo(functional.gelu(block.fi(x))))
        return functional.softmax(self.head(x), -1)


def load(path: Path) -> Shipped:
    """Return a student ready to ship."""
    with np.load(path) as source:
        layers = 1 + max(int(name.split(".")[1]) for name in source.files if name.startswith("blocks."))
        network = Network(len(source["words"]), layers, len(source["blocks.0.fi.bias"]))
        state = network.state_dict()
        for name in source.files:
            if name in state:
                state[name].copy_(torch.from_numpy(source[name].astype(np.float32)))
        return Shipped(network, source["words"], source["scale"]).eval()


def main() -> None:
    """Export."""
    parser = argparse.ArgumentParser()
    parser.add_argument("student", type=Path)
    parser.add_argument("start", type=Path)
    parser.add_argument("target", type=Path)
    args = parser.parse_args()
    args.target.mkdir(parents=True, exist_ok=True)
    shipped = load(args.student)
    example = (torch.zeros(2, 7, 4, dtype=torch.int32), torch.zeros(2, 7, 10, dtype=torch.int32), torch.ones(2, 7))
    axes = {0: "texts", 1: "words"}
    names = ["slots", "known", "there"]
    torch.onnx.export(
        shipped, example, str(args.target / "float.onnx"), input_names=names,
        output_names=["chances"], opset_version=17,
        dynamic_axes=dict.fromkeys((*names, "chances"), axes), dynamo=False,
    )  # fmt: skip
    quantize_dynamic(
        args.target / "float.onnx", args.target / "model.onnx", weight_type=QuantType.QInt8, per_channel=True,
        op_types_to_quantize=["MatMul"], extra_options={"MatMulConstBOnly": True},
    )  # fmt: skip
    with np.load(args.start) as source:
        rows = zip(source["pieces"], source["scores"], strict=True)
        text = "".join(f"{piece}\t{score:.2f}\n" for piece, score in rows)
    (args.target / "pieces.txt.z").write_bytes(zlib.compress(text.encode(), 9))
    for path in sorted(args.target.iterdir()):
        print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
