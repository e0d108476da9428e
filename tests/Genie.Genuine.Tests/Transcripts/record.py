#!/usr/bin/env python3
"""Records conversations of another implementation: Debian's python3-doubleratchet and python3-x3dh (1.0.3).

Usage: record.py > transcripts.json

All keys come from one counter, so that a second run writes the same file. The published packages leave the choice of
hash, AEAD and encoding to their user; here they are those that docs/genuine.md names. Everything else (when keys are
made, which chain they feed, what is skipped) is theirs.
"""
import asyncio
import hashlib
import json
import random
import secrets
import struct

import doubleratchet
import x3dh
import xeddsa
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from doubleratchet.recommended import HashFunction, diffie_hellman_ratchet_curve25519, kdf_hkdf, kdf_separate_hmacs

counter = 0
generated = []


def next_key():
    global counter
    counter += 1
    return hashlib.sha256(b"Genie.Genuine transcript key %d" % counter).digest()


class RootKdf(kdf_hkdf.KDF):
    @staticmethod
    def _get_hash_function():
        return HashFunction.SHA_256

    @staticmethod
    def _get_info():
        return b"Genie.Genuine ratchet 1"


class ChainKdf(kdf_separate_hmacs.KDF):
    @staticmethod
    def _get_hash_function():
        return HashFunction.SHA_256


class Aead(doubleratchet.AEAD):
    """The nonce stands before the ciphertext, and is authenticated with what comes before it."""

    @staticmethod
    async def encrypt(plaintext, key, associated_data):
        nonce = next_key()[:12]
        return nonce + AESGCM(key).encrypt(nonce, plaintext, associated_data + nonce)

    @staticmethod
    async def decrypt(ciphertext, key, associated_data):
        nonce = ciphertext[:12]
        return AESGCM(key).decrypt(nonce, ciphertext[12:], associated_data + nonce)


class Curve(diffie_hellman_ratchet_curve25519.DiffieHellmanRatchet):
    @staticmethod
    def _generate_priv():
        key = next_key()
        generated.append(key.hex())
        return key


def encode(header):
    return b"\x13" + header.ratchet_pub + struct.pack(">II", header.previous_sending_chain_length, header.sending_chain_length)


class Ratchet(doubleratchet.DoubleRatchet):
    @staticmethod
    def _build_associated_data(associated_data, header):
        return hashlib.sha256(associated_data).digest() + encode(header)


def wire(message):
    return (encode(message.header) + message.ciphertext).hex()


SETTINGS = dict(
    diffie_hellman_ratchet_class=Curve, root_chain_kdf=RootKdf, message_chain_kdf=ChainKdf,
    message_chain_constant=b"\x02\x01", dos_protection_threshold=1000, max_num_skipped_message_keys=1000, aead=Aead)


async def conversation(seed, steps):
    """Random sends, deliveries out of order, and losses; every event with the bytes on the wire."""
    choose = random.Random(seed)
    secret, bob_key, bound_to = next_key(), next_key(), b"transcript %d" % seed
    bob_public = Curve._derive_pub(bob_key)
    generated.clear()
    events, under_way, sides = [], {"a": [], "b": []}, {}

    def send(side, text, message):
        events.append(dict(do="send", by=side, text=text.hex(), wire=wire(message), number=len(events)))
        under_way["b" if side == "a" else "a"].append((len(events) - 1, text, message))

    sides["a"], message = await Ratchet.encrypt_initial_message(
        shared_secret=secret, recipient_ratchet_pub=bob_public, message=b"first", associated_data=bound_to, **SETTINGS)
    send("a", b"first", message)
    for _ in range(steps):
        side = choose.choice("ab")
        action = choose.random()
        if action < 0.5 and side in sides:
            text = choose.randbytes(choose.randrange(0, 80))
            send(side, text, await sides[side].encrypt_message(text, bound_to))
        elif under_way[side]:
            number, text, message = under_way[side].pop(choose.randrange(len(under_way[side])))
            if choose.random() < 0.1:
                continue
            if side in sides:
                opened = await sides[side].decrypt_message(message, bound_to)
            else:
                sides["b"], opened = await Ratchet.decrypt_initial_message(
                    shared_secret=secret, own_ratchet_priv=bob_key, message=message, associated_data=bound_to, **SETTINGS)
            assert opened == text
            events.append(dict(do="receive", by=side, send=number))
    return dict(secret=secret.hex(), responder_key=bob_key.hex(), bound_to=bound_to.hex(), generated=list(generated), events=events)


class Handshake(x3dh.BaseState):
    @staticmethod
    def _encode_public_key(key_format, pub):
        return (b"\x05" if key_format is x3dh.IdentityKeyFormat.CURVE_25519 else b"\x06") + pub


async def handshake(with_one_time_key):
    made = []

    def recorded(length=32):
        if length != 32:
            return hashlib.sha512(next_key()).digest()[:length]
        made.append(next_key())
        return made[-1]

    secrets.token_bytes = recorded
    arguments = (x3dh.IdentityKeyFormat.ED_25519, x3dh.HashFunction.SHA_256, b"Genie.Genuine X3DH 1")
    alice = Handshake.create(*arguments)
    alice_seed = made[0]
    made.clear()
    bob = Handshake.create(*arguments)
    bob_seed, signed_key = made[0], made[1]
    made.clear()
    if with_one_time_key:
        bob.generate_pre_keys(1)
    one_time_key = made[0] if with_one_time_key else b""
    made.clear()
    bundle = bob.bundle
    secret, associated_data, header = await alice.get_shared_secret_active(bundle, require_pre_key=with_one_time_key)
    ephemeral = made[-1]
    again, _, _ = await bob.get_shared_secret_passive(header, require_pre_key=with_one_time_key)
    assert again == secret and header.ephemeral_key == xeddsa.priv_to_curve25519_pub(ephemeral)
    return dict(
        initiator_seed=alice_seed.hex(), responder_seed=bob_seed.hex(), signed_key=signed_key.hex(), one_time_key=one_time_key.hex(),
        ephemeral_key=ephemeral.hex(), responder_identity=bundle.identity_key.hex(), initiator_identity=header.identity_key.hex(),
        signature=bundle.signed_pre_key_sig.hex(), secret=secret.hex(), associated_data=associated_data.hex())


async def main():
    conversations = [await conversation(seed, 60) for seed in range(1, 7)]
    handshakes = [await handshake(index % 2 == 0) for index in range(6)]
    print(json.dumps(dict(conversations=conversations, handshakes=handshakes), indent=1))


asyncio.run(main())
