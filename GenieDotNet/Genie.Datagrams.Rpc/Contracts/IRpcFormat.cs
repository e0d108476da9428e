using System.Diagnostics.CodeAnalysis;
using Genie.Datagrams.Packets;

namespace Genie.Datagrams.Rpc;

/// <summary>How the arguments or the result of a method are written. Generated code implements it.</summary>
/// <typeparam name="T">The only argument, a tuple of them, or the result.</typeparam>
public interface IRpcFormat<T>
{
    /// <summary>The most bits that a value takes; 2^40 stands for that and more.</summary>
    static abstract long MaxBits { get; }

    /// <summary>Writes a value.</summary>
    /// <param name="writer">Says by its <see cref="BitWriter.Error"/> why it failed.</param>
    /// <param name="value">The value.</param>
    /// <returns>False if the value cannot be written, or does not fit.</returns>
    static abstract bool TryWrite(ref BitWriter writer, in T value);

    /// <summary>Reads a value.</summary>
    /// <param name="reader">Says by its <see cref="BitReader.Error"/> why it failed.</param>
    /// <param name="value">The value.</param>
    /// <returns>False if there is no such value.</returns>
    static abstract bool TryRead(ref BitReader reader, [MaybeNullWhen(false)] out T value);
}
