"""Arrays of chunks on the device, and batches of about so many words out of them."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from network import BEGIN
from torch import Tensor

from data import Arrays

CLEAN, NOISY = 0, 1


@dataclass
class Side:
    """One look of all chunks: flat pieces, and per token where they begin and how many they are."""

    pieces: Tensor
    offsets: Tensor
    counts: Tensor
    known: Tensor


class Store:
    """All chunks of an epoch."""

    def __init__(self, arrays: Arrays, device: str) -> None:
        self.lengths = arrays.lengths
        self.starts = np.concatenate([[0], np.cumsum(arrays.lengths)])[:-1]
        self.device = device
        self.allowed = torch.from_numpy(arrays.allowed.astype(np.int32)).to(device)
        self.sides = []
        for side in (CLEAN, NOISY):
            counts = torch.from_numpy(arrays.counts[side].astype(np.int64)).to(device)
            self.sides.append(
                Side(
                    torch.from_numpy(arrays.pieces[side].astype(np.int32)).to(device),
                    torch.cumsum(counts, 0) - counts,
                    counts,
                    torch.from_numpy(arrays.known[side]).to(device),
                )
            )

    def batches(self, words: int, seed: int) -> "Batches":
        """Return batches of about so many words, of chunks of like length, in an order by chance."""
        noise = np.random.default_rng(seed).uniform(0.9, 1.1, len(self.lengths))
        groups: list[list[int]] = [[]]
        longest = 0
        for chunk in np.argsort(self.lengths * noise, kind="stable").tolist():
            longest = max(longest, int(self.lengths[chunk]))
            if groups[-1] and (len(groups[-1]) + 1) * (longest + 1) > words:
                groups.append([])
                longest = int(self.lengths[chunk])
            groups[-1].append(chunk)
        random.Random(seed).shuffle(groups)
        return Batches(self, groups)

    def batch(self, group: list[int]) -> tuple[Tensor, Tensor]:
        """Return which tokens some chunks have [B, L], and a mask of those that are there."""
        lengths = torch.from_numpy(self.lengths[group].astype(np.int64)).to(self.device)
        starts = torch.from_numpy(self.starts[group]).to(self.device)
        steps = torch.arange(_rounded(int(lengths.max()), 8), device=self.device)
        mask = steps[None, :] < lengths[:, None]
        return torch.where(mask, starts[:, None] + steps[None, :], starts[:, None]), mask

    def words(self, side: int, tokens: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return slots, what is known, and the mask, with the beginning before each."""
        look = self.sides[side]
        first, count = look.offsets[tokens], look.counts[tokens]
        places = (first, first + 1, first + 2, first + count - 1)
        pieces = [look.pieces[place.clamp(max=len(look.pieces) - 1)].long() for place in places]
        slots = torch.stack([torch.where(count > least, piece, 0) for least, piece in enumerate(pieces)], -1)
        slots = torch.cat([torch.zeros_like(slots[:, :1]), slots * mask[..., None]], 1)
        slots[:, 0, 0] = BEGIN
        known = look.known[tokens] * mask[..., None]
        return slots, _after_begin(known), torch.cat([torch.ones_like(mask[:, :1]), mask], 1)

    def flat(self, side: int, tokens: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return rows of pieces, what is known of each, their mask, and where words begin."""
        look = self.sides[side]
        count = look.counts[tokens] * mask
        ends = count.cumsum(1)
        total = ends[:, -1]
        steps = torch.arange(_rounded(int(total.max()), 16), device=self.device)
        inside = steps[None, :] < total[:, None]
        begin = look.offsets[tokens[:, :1]]
        ids = torch.where(inside, look.pieces[(begin + steps[None, :]).clamp(max=len(look.pieces) - 1)].long(), 0)
        which = torch.searchsorted(ends, steps[None, :].expand(len(tokens), -1).contiguous(), right=True)
        known = look.known[tokens.gather(1, which.clamp(max=tokens.shape[1] - 1))] * inside[..., None]
        ids = torch.cat([torch.full_like(ids[:, :1], BEGIN), ids], 1)
        first = _after_begin((ends - count + 1) * mask)
        present = torch.cat([torch.ones_like(inside[:, :1]), inside], 1)
        return ids, _after_begin(known), present, first.clamp(max=ids.shape[1] - 1)


class Batches:
    """Batches, one after the other; it is known how many."""

    def __init__(self, store: Store, groups: list[list[int]]) -> None:
        self.store, self.groups = store, groups

    def __len__(self) -> int:
        return len(self.groups)

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        return map(self.store.batch, self.groups)


def _after_begin(rows: Tensor) -> Tensor:
    return torch.cat([torch.zeros_like(rows[:, :1]), rows], 1)


def _rounded(length: int, step: int) -> int:
    """Return a length that, with the beginning, is a multiple: fewer shapes are faster."""
    return -(-(length + 1) // step) * step - 1
