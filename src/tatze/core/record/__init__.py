"""Records: one game as a small text file that people can read and the rules can replay.

    [Tatze "1"]
    [Game "NAME"]
    …
    1. B 7x3 take D deck pool:4 B leave A back
    2. C 13 pass
    end 8 5be7c3a1f04d9e62

A capital letter says whose actions follow, `*` that the dice fall. The last line counts the entries and carries a
digest of everything above it. docs/records.md describes the format in full.
"""

from tatze.core.record.annotations import Annotation, EntryError, Variation, VariationAction
from tatze.core.record.data import legal_counts, record_data
from tatze.core.record.files import read_file, save
from tatze.core.record.read import read_record, read_records
from tatze.core.record.record import Record
from tatze.core.record.substitutes import SubstituteEntries
from tatze.core.record.syntax import PERSON
from tatze.core.record.write import annotated_text, record_text

__all__ = [
    "PERSON",
    "Annotation",
    "EntryError",
    "Record",
    "SubstituteEntries",
    "Variation",
    "VariationAction",
    "annotated_text",
    "legal_counts",
    "read_file",
    "read_record",
    "read_records",
    "record_data",
    "record_text",
    "save",
]
