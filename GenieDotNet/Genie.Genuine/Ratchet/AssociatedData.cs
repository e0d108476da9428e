using System.Buffers;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Ratchet;

/// <summary>
/// What is authenticated with a message: the session's 32 bytes, everything of the message before its ciphertext (a length
/// that the format byte fixes), then the caller's. So no byte can move from one part into another.
/// </summary>
internal readonly ref struct AssociatedData
{
    /// <summary>Stack memory that suffices for most callers.</summary>
    public const int UsualSize = 256;

    private readonly byte[]? _rented;

    /// <summary>Joins the parts, in <paramref name="memory"/> if it is large enough.</summary>
    public AssociatedData(Span<byte> memory, ReadOnlySpan<byte> session, ReadOnlySpan<byte> prefix, ReadOnlySpan<byte> caller)
    {
        var size = session.Length + prefix.Length + caller.Length;
        if (size > memory.Length) memory = _rented = ArrayPool<byte>.Shared.Rent(size);
        session.CopyTo(memory);
        prefix.CopyTo(memory[Sizes.Key..]);
        caller.CopyTo(memory[(Sizes.Key + prefix.Length)..]);
        Bytes = memory[..size];
    }

    /// <summary>The parts, joined.</summary>
    public ReadOnlySpan<byte> Bytes { get; }

    /// <summary>Gives the memory back.</summary>
    public void Dispose()
    {
        if (_rented is not null) ArrayPool<byte>.Shared.Return(_rented);
    }
}
