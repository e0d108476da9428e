using System.Runtime.InteropServices;

namespace Genie.EventStore.Embedded.Index;

/// <summary>
/// The hashes that index files are sorted by: multiplication and the finalizer of MurmurHash3 (Appleby) over words of eight bytes. What has
/// the same hash is compared in full, so that they decide how long a search takes and nothing else.
/// </summary>
internal static class IndexHash
{
    private const ulong Factor = 0x9E3779B97F4A7C15;

    /// <summary>Of a stream's name.</summary>
    public static ulong OfName(ReadOnlySpan<byte> name)
    {
        var hash = (ulong)name.Length;
        Span<byte> last = stackalloc byte[sizeof(ulong)];
        for (; name.Length >= sizeof(ulong); name = name[sizeof(ulong)..]) hash = Mix(hash ^ MemoryMarshal.Read<ulong>(name));
        last.Clear();
        name.CopyTo(last);
        return Mix(hash ^ MemoryMarshal.Read<ulong>(last));
    }

    /// <summary>Of a request's key in a stream.</summary>
    public static ulong OfKey(int stream, in RequestKey key) => Mix(Mix(Mix((ulong)stream << 32 | key.Sender) ^ key.Run) ^ key.Sequence);

    private static ulong Mix(ulong value)
    {
        value = (value + Factor) * 0xFF51AFD7ED558CCD;
        value = (value ^ value >> 33) * 0xC4CEB9FE1A85EC53;
        return value ^ value >> 33;
    }
}
