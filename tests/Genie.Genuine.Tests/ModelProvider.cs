using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Tests;

/// <summary>
/// Arithmetic of the same shape as cryptography, with no security and a hundredth of its price: agreement in a group of 61 bits,
/// mixing in place of hashing, a stream and a tag from it. It lets millions of schedules test the ratchet's own logic.
/// </summary>
internal sealed class ModelProvider : ICryptoProvider
{
    private const ulong Prime = (1UL << 61) - 1;
    private const ulong Generator = 37;

    public static ModelProvider Instance { get; } = new();

    public string Name => "model";

    public AgreementKey GenerateKey() => new Key((ulong)Random.Shared.NextInt64(2, (long)Prime - 1));

    public AgreementKey ImportKey(ReadOnlySpan<byte> privateKey) => new Key(BinaryPrimitives.ReadUInt64LittleEndian(privateKey));

    public void StepChain(ReadOnlySpan<byte> chainKey, Span<byte> nextChainKey, Span<byte> messageKey)
    {
        var state = Absorb(Absorb(0, chainKey), [1]);
        var next = Absorb(Absorb(0, chainKey), [2]);
        Squeeze(state, messageKey);
        Squeeze(next, nextChainKey);
    }

    public void DeriveKey(ReadOnlySpan<byte> inputKey, ReadOnlySpan<byte> salt, ReadOnlySpan<byte> info, Span<byte> output) =>
        Squeeze(Absorb(Absorb(Absorb(3, inputKey), salt), info), output);

    public void Seal(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> associatedData, Span<byte> ciphertextAndTag)
    {
        Cross(key, nonce, plaintext, ciphertextAndTag);
        Tag(key, nonce, ciphertextAndTag[..plaintext.Length], associatedData, ciphertextAndTag.Slice(plaintext.Length, Sizes.Tag));
    }

    public bool TryOpen(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertextAndTag, ReadOnlySpan<byte> associatedData, Span<byte> plaintext)
    {
        if (ciphertextAndTag.Length < Sizes.Tag) return false;
        Span<byte> tag = stackalloc byte[Sizes.Tag];
        Tag(key, nonce, ciphertextAndTag[..^Sizes.Tag], associatedData, tag);
        plaintext = plaintext[..(ciphertextAndTag.Length - Sizes.Tag)];
        if (!tag.SequenceEqual(ciphertextAndTag[^Sizes.Tag..]))
        {
            plaintext.Clear();
            return false;
        }

        Cross(key, nonce, ciphertextAndTag[..^Sizes.Tag], plaintext);
        return true;
    }

    private static void Cross(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> input, Span<byte> output)
    {
        var stream = new byte[input.Length];
        Squeeze(Absorb(Absorb(4, key), nonce), stream);
        for (var i = 0; i < input.Length; i++) output[i] = (byte)(input[i] ^ stream[i]);
    }

    private static void Tag(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> associatedData, Span<byte> tag) =>
        Squeeze(Absorb(Absorb(Absorb(Absorb(5, key), nonce), ciphertext), associatedData), tag);

    /// <summary>Every bit and the length change the state.</summary>
    private static ulong Absorb(ulong state, ReadOnlySpan<byte> bytes)
    {
        var whole = MemoryMarshal.Cast<byte, ulong>(bytes);
        foreach (var word in whole) state = Mix(state ^ word);
        foreach (var value in bytes[(whole.Length * sizeof(ulong))..]) state = Mix(state ^ value);
        return Mix(state ^ (ulong)bytes.Length);
    }

    private static void Squeeze(ulong state, Span<byte> output)
    {
        Span<byte> word = stackalloc byte[sizeof(ulong)];
        for (; output.Length > 0; output = output[Math.Min(sizeof(ulong), output.Length)..])
        {
            state = Mix(state);
            BinaryPrimitives.WriteUInt64LittleEndian(word, state);
            word[..Math.Min(word.Length, output.Length)].CopyTo(output);
        }
    }

    /// <summary>SplitMix64 (Steele, Lea, Flood, 2014).</summary>
    private static ulong Mix(ulong state)
    {
        state += 0x9E3779B97F4A7C15;
        state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9;
        state = (state ^ (state >> 27)) * 0x94D049BB133111EB;
        return state ^ (state >> 31);
    }

    private static ulong Power(ulong value, ulong exponent)
    {
        var result = 1UL;
        for (; exponent > 0; exponent >>= 1)
        {
            if ((exponent & 1) != 0) result = Multiply(result, value);
            value = Multiply(value, value);
        }

        return result;
    }

    private static ulong Multiply(ulong left, ulong right)
    {
        var high = Math.BigMul(left, right, out var low);
        var sum = (low & Prime) + ((low >> 61) | (high << 3));
        return sum >= Prime ? sum - Prime : sum;
    }

    private sealed class Key(ulong secret) : AgreementKey(PublicOf(secret))
    {
        private static readonly byte[] Filling = [.. Enumerable.Repeat((byte)9, Sizes.Key - sizeof(ulong))];

        protected override void Export(Span<byte> privateKey)
        {
            privateKey[..Sizes.Key].Clear();
            BinaryPrimitives.WriteUInt64LittleEndian(privateKey, secret);
        }

        protected override bool Agree(ReadOnlySpan<byte> peerPublicKey, Span<byte> shared)
        {
            var number = BinaryPrimitives.ReadUInt64LittleEndian(peerPublicKey);
            if (!peerPublicKey[sizeof(ulong)..].SequenceEqual(Filling) || number is 0 or >= Prime) return false;
            Squeeze(Power(number, secret), shared);
            return true;
        }

        protected override void Dispose(bool disposing)
        {
        }

        private static byte[] PublicOf(ulong secret)
        {
            byte[] key = [.. BitConverter.GetBytes(Power(Generator, secret)), .. Filling];
            return key;
        }
    }
}
