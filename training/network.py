"""The network: an encoder over words (or, for teachers, over pieces) with what the lists know added to each word."""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

WIDTH, INNER, HEADS, PLACES = 384, 1536, 12, 512
HEAD = WIDTH // HEADS
"""So wide is a head of attention, however many there are."""
KNOWN, LEVELS, SHAPES, LABELS = 9, 6, 10, 9
BEGIN = 2
EARLY = 2
"""After so many layers a student can tell that there is no name in a sentence, and need not go on."""
QUIET, REACH = 0.04, 3
"""In half of its lessons it goes on only with words so near to one that is likelier than this to be in a name."""
INSIDE = slice(1, 7)


class Block(nn.Module):
    """One layer of the encoder."""

    def __init__(self, inner: int, heads: int) -> None:
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(WIDTH, heads * HEAD) for _ in range(3))
        self.ao = nn.Linear(heads * HEAD, WIDTH)
        self.fi, self.fo = nn.Linear(WIDTH, inner), nn.Linear(inner, WIDTH)
        self.aln, self.oln = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)
        self.drop = nn.Dropout(0.1)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Return the states after this layer; mask [B, 1, 1, L] is true where there is a word."""
        batch, length, _ = x.shape
        q, k, v = (part(x).view(batch, length, -1, HEAD).transpose(1, 2) for part in (self.q, self.k, self.v))
        seen = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = self.aln(x + self.drop(self.ao(seen.transpose(1, 2).reshape(batch, length, -1))))
        return self.oln(x + self.drop(self.fo(functional.gelu(self.fi(x)))))


class Network(nn.Module):
    """The encoder with its head. Words: slots [B, L, 4], known [B, L, 10]. The first place is the beginning.

    `sizes` has the inner neurons and the heads of each layer.
    """

    def __init__(self, pieces: int, sizes: Sequence[tuple[int, int]]) -> None:
        super().__init__()
        self.pieces = False
        self.word = nn.Embedding(pieces, WIDTH, padding_idx=0)
        self.pos = nn.Parameter(torch.zeros(PLACES, WIDTH))
        self.mix = nn.ModuleList(nn.Linear(WIDTH, WIDTH, bias=False) for _ in range(3))
        self.known = nn.Parameter(torch.randn(KNOWN, LEVELS, WIDTH) * 0.02)
        self.shape = nn.Parameter(torch.randn(SHAPES, WIDTH) * 0.02)
        self.ln = nn.LayerNorm(WIDTH, eps=1e-12)
        self.blocks = nn.ModuleList(Block(inner, heads) for inner, heads in sizes)
        self.head, self.early = nn.Linear(WIDTH, LABELS), nn.Linear(WIDTH, LABELS)
        self.drop = nn.Dropout(0.1)
        for part in self.mix:
            nn.init.eye_(part.weight)
            part.weight.data *= 0.5

    def told(self, known: Tensor) -> Tensor:
        """Return what is added to a word for the lists it is in, and for its shape."""
        offsets = torch.arange(KNOWN, device=known.device) * LEVELS
        listed = functional.embedding(known[..., :KNOWN].long() + offsets, self.known.view(KNOWN * LEVELS, WIDTH))
        return listed.sum(-2) + functional.embedding(known[..., KNOWN].long(), self.shape)

    def by_word(self, slots: Tensor, known: Tensor) -> Tensor:
        """Return the sum of the pieces of each word, turned by their place in it, and what is known of it."""
        made = self.word(slots[..., 0])
        for place, turn in enumerate(self.mix, 1):
            made = made + turn(self.word(slots[..., place]))
        return made + self.told(known)

    def encode(self, x: Tensor, mask: Tensor, *, gated: bool = False) -> list[Tensor]:
        """Return the states after every layer; if gated, the later ones see words near likely names only."""
        x = self.drop(self.ln(x + self.pos[: x.shape[1]]))
        states = []
        for layer, block in enumerate(self.blocks):
            if gated and layer == EARLY:
                mask = mask & near(self.early(x))
            x = block(x, mask[:, None, None, :])
            states.append(x)
        return states

    def forward(
        self, slots: Tensor, known: Tensor, mask: Tensor, *, gated: bool = False
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return the logits of every word, the last states, and the logits after the first few layers."""
        states = self.encode(self.by_word(slots, known), mask, gated=gated)
        return self.head(states[-1]), states[-1], self.early(states[min(EARLY, len(states)) - 1])

    def of_pieces(self, ids: Tensor, known: Tensor, mask: Tensor, first: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the same for a row of pieces; `first` [B, L] says where the words begin."""
        state = self.encode(self.word(ids) + self.told(known), mask)[-1]
        state = state.gather(1, first[..., None].expand(-1, -1, WIDTH))
        logits = self.head(state)
        return logits, state, logits


def near(early: Tensor) -> Tensor:
    """Return which words [B, L] are near one that may be in a name, by the logits of the first layers; the first is."""
    loud = functional.softmax(early.detach().float(), -1)[..., INSIDE].sum(-1) >= QUIET
    loud = functional.max_pool1d(loud.float()[:, None], 2 * REACH + 1, 1, REACH)[:, 0] > 0
    loud[:, 0] = True
    return loud


def started(path: str, layers: list[int]) -> tuple[Network, list[str], np.ndarray]:
    """Return a network with the encoder's weights, some of its layers, and the pieces with their scores."""
    with np.load(path) as source:
        tensors = {}
        for name in source.files:
            if name.startswith("qt:"):
                rows = (
                    source[name].reshape(-1, 32).astype(np.float32) * source["s" + name[1:]].astype(np.float32)[:, None]
                )
                tensors[name[3:]] = rows.reshape(source[name].shape)
            elif name.startswith("t:"):
                tensors[name[2:]] = source[name]
        pieces, scores = [str(piece) for piece in source["pieces"]], source["scores"]
    network = Network(len(pieces), [(INNER, HEADS)] * len(layers))
    state = network.state_dict()
    put = lambda name, value: state[name].copy_(torch.from_numpy(np.ascontiguousarray(value)))  # noqa: E731
    put("word.weight", tensors["emb.word"])
    state["word.weight"][0] = 0
    put("pos", tensors["emb.pos"] + tensors["emb.type"].reshape(-1, WIDTH)[0])
    put("ln.weight", tensors["emb.ln.w"])
    put("ln.bias", tensors["emb.ln.b"])
    for place, layer in enumerate(layers):
        for part in ("q", "k", "v", "ao", "fi", "fo", "aln", "oln"):
            put(f"blocks.{place}.{part}.weight", tensors[f"l{layer}.{part}.w"])
            put(f"blocks.{place}.{part}.bias", tensors[f"l{layer}.{part}.b"])
    return network, pieces, scores


def saved(path: str) -> Network:
    """Return a student that was written."""
    with np.load(path) as source:
        layers = 1 + max(int(name.split(".")[1]) for name in source.files if name.startswith("blocks."))
        parts = [[len(source[f"blocks.{layer}.{part}.bias"]) for part in ("fi", "q")] for layer in range(layers)]
        network = Network(len(source["words"]), [(inner, width // HEAD) for inner, width in parts])
        state = network.state_dict()
        for name in source.files:
            if name in state:
                state[name].copy_(torch.from_numpy(source[name].astype(np.float32)))
        state["word.weight"].copy_(torch.from_numpy(source["words"] * source["scale"][:, None]))
    return network
