"""What pseudonymized data are still good for, beside what each way of substituting gives away.

    read -> plan once -> write every version from that plan -> train and test -> guess, count, tag -> report

After Riabi, Mahamdi, Mouilleron and Seddah (2024), Cloaked Classifiers, on labels of one's own.
"""

from allonym.evidence.utility.experiment import Asked, utility
from allonym.evidence.utility.values import Utility

__all__ = ["Asked", "Utility", "utility"]
