"""Evidence of what is left in an output: names that stayed behind, and people who can still be told apart.

residual   every known original in every spelling, and a second opinion of other detectors     outputs and a vault
risk       who is unique, what a search engine finds, who is known by style or by frequency     data, and what is known
"""

from allonym.evidence.residual import Residue, residual
from allonym.evidence.risk import Asked, Risk, risk

__all__ = ["Asked", "Residue", "Risk", "residual", "risk"]
