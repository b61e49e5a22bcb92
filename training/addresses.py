# Patterns of addresses, to keep addresses out of shipped files.
# SPDX-License-Identifier: MIT OR Apache-2.0
import re

_ENDINGS = "com|org|net|edu|gov|mil|int|info|biz|io|dev|app|ai|co|me|sh|us|uk|de|fr|ru|cn|jp|eu"
# A URL, a host name, a mail address, or an IPv4 address.
ADDRESS = re.compile(
    rb"[a-z]://|www\.|[a-z0-9-]\.(?:" + _ENDINGS.encode() + rb")(?![a-z0-9_(])|"
    rb"[a-z0-9]@[a-z0-9]|\d+\.\d+\.\d+\.\d+", re.IGNORECASE)
