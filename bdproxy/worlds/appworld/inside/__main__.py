"""``<AppWorld's interpreter> <this folder> [evaluations]``: the zygote as a process of its own.

With ``evaluations`` it is made for these, and builds the worlds' server only when it is asked for.
"""

import importlib
import sys
from pathlib import Path

# Run by path, the folder itself is the first place to import from. Its parent goes last instead, so
# that none of our module names can hide one of AppWorld's or of its dependencies.
sys.path.pop(0)
sys.path.append(str(Path(__file__).parent.parent))
with importlib.import_module("inside.quick_imports").quick_imports():
    zygote = importlib.import_module("inside.zygote").prepare(worlds=sys.argv[1:] == [])
zygote.run()
