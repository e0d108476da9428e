using System.Diagnostics.CodeAnalysis;

namespace Genie.Datagrams.Packets;

/// <summary>
/// Reads and writes members of a type that the generator does not know. It should not throw, as nobody catches that; it writes at least one bit, or the packet is
/// neither written nor read. In a delta, members are compared by <see cref="EqualityComparer{T}.Default"/>.
/// </summary>
/// <typeparam name="T">The member's type.</typeparam>
public interface IPacketMemberSerializer<T>
{
    /// <summary>The most bits that a value takes.</summary>
    static abstract int MaxBits { get; }

    /// <summary>Writes a value.</summary>
    /// <param name="writer">Where to.</param>
    /// <param name="value">The value.</param>
    /// <returns>False if it cannot be written.</returns>
    static abstract bool TryWrite(ref BitWriter writer, T value);

    /// <summary>Reads a value.</summary>
    /// <param name="reader">Where from: anybody may have sent it.</param>
    /// <param name="value">The value.</param>
    /// <returns>False if there is none.</returns>
    static abstract bool TryRead(ref BitReader reader, [MaybeNullWhen(false)] out T value);
}
