"""Robots that come with the package, for examples and tests.

>>> import octosat
>>> arm = octosat.Chain.from_urdf(octosat.robots.ARM)
>>> arm.allow_from_srdf(octosat.robots.ARM_SRDF)  # the names that are no links of it
[]
>>> arm
<octosat.Chain: 11 links, 7 joint values, 12 solids>
"""

from pathlib import Path
from typing import Final

ARM: Final = Path(__file__).with_name("arm.urdf")
"""The file of an arm with six joints and a hand with two fingers. Its last joint value opens the fingers."""

ARM_SRDF: Final = Path(__file__).with_name("arm.srdf")
"""The file of the pairs of its links that cannot touch. Without them, nearly all least clearances without obstacles are
theirs: 2 cm between the knuckle and the hand."""
