"""YAML behind the `Language` protocol: read with PyYAML, edited losslessly and read again."""

from editor.core.tree import Tree
from editor.core.yaml_reading import read


class YamlLanguage:
    """YAML as `yaml.safe_load` reads it."""

    name = "yaml"

    def parse(self, text: str) -> Tree:
        """Read `text`.

        Raises:
            ParseFault: it is no single YAML document that `yaml.safe_load` reads.
        """
        return read(text)
