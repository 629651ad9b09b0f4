"""Which addresses a table may be read from: those of the public internet."""

from __future__ import annotations

import socket
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from msgspec import Struct

Address = IPv4Address | IPv6Address

_TRANSLATED = IPv6Network("64:ff9b::/96")
"""Addresses that end with one of the old internet, for gateways between the two."""


def is_public(address: Address) -> bool:
    """Whether a computer of the public internet has this address: not this one, nor its network, nor what is
    reserved.
    """
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if address in _TRANSLATED:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
        if address.is_site_local:
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


class WebPolicy(Struct, frozen=True):
    """What is read from the web: hosts whose addresses are allowed, how long it may take, and how much it may be."""

    allowed: Callable[[Address], bool] = is_public
    seconds: float = 30.0
    max_bytes: int = 20_000_000
    max_redirects: int = 5


def addresses_of(host: str, port: int) -> list[Address]:
    """The addresses of a host, by its name or as they are written. Raises OSError, UnicodeError."""
    infos = socket.getaddrinfo(host.encode("idna").decode("ascii"), port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(ip_address(str(sockaddr[0]).partition("%")[0]) for *_, sockaddr in infos))
