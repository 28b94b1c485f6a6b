"""Robots that come with the package, for examples and tests.

>>> import octosat
>>> octosat.Chain.from_urdf(octosat.robots.ARM)
<octosat.Chain: 11 links, 7 joint values, 12 solids>
"""

from pathlib import Path
from typing import Final

ARM: Final = Path(__file__).with_name("arm.urdf")
"""The file of an arm with six joints and a hand with two fingers. Its last joint value opens the fingers."""
