using System.Diagnostics.CodeAnalysis;

namespace Genie.Datagrams.Packets;

/// <summary>Reads and writes the members of a type. The generator implements it for types with <see cref="PacketAttribute"/>; <see cref="PacketContent"/> calls it.</summary>
/// <typeparam name="TSelf">The type itself.</typeparam>
public interface IPacketContent<TSelf> where TSelf : IPacketContent<TSelf>
{
    /// <summary>The fewest bits that its members take: what an array's length is checked against.</summary>
    static abstract long MinBits { get; }

    /// <summary>The most bits that its members take, each with the bit that a delta has for it; 2^40 stands for that and more.</summary>
    static abstract long MaxBits { get; }

    /// <summary>A number that two descriptions share if their members have the same names and are written alike, those of nested packets included.</summary>
    static abstract ulong Fingerprint { get; }

    /// <summary>Writes the members.</summary>
    /// <param name="writer">Says by its <see cref="BitWriter.Error"/> why it failed.</param>
    /// <param name="packet">The value.</param>
    /// <returns>False if the value cannot be written, or does not fit.</returns>
    static abstract bool TryWrite(ref BitWriter writer, in TSelf packet);

    /// <summary>Reads the members.</summary>
    /// <param name="reader">Says by its <see cref="BitReader.Error"/> why it failed.</param>
    /// <param name="packet">The value.</param>
    /// <returns>False if there is no such value.</returns>
    static abstract bool TryRead(ref BitReader reader, [MaybeNullWhen(false)] out TSelf packet);

    /// <summary>Writes a bit for each member, and those members that differ.</summary>
    /// <param name="writer">Says by its <see cref="BitWriter.Error"/> why it failed.</param>
    /// <param name="packet">The value.</param>
    /// <param name="baseline">A value that the reader has.</param>
    /// <returns>False if the value cannot be written, or does not fit.</returns>
    static abstract bool TryWriteDelta(ref BitWriter writer, in TSelf packet, in TSelf baseline);

    /// <summary>Reads the members that differ; the others are those of the baseline, shared with it.</summary>
    /// <param name="reader">Says by its <see cref="BitReader.Error"/> why it failed.</param>
    /// <param name="baseline">The value that the writer had.</param>
    /// <param name="packet">The value.</param>
    /// <returns>False if there is no such value.</returns>
    static abstract bool TryReadDelta(ref BitReader reader, in TSelf baseline, [MaybeNullWhen(false)] out TSelf packet);

    /// <summary>Whether both are written with the same bits: floats that are quantized may differ by less than a step.</summary>
    /// <param name="packet">One value.</param>
    /// <param name="baseline">The other.</param>
    /// <returns>True if a delta of one against the other has no member.</returns>
    static abstract bool AreSame(in TSelf packet, in TSelf baseline);
}
