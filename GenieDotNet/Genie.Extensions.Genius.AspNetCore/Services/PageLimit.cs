using Google.Protobuf;
using Google.Protobuf.Collections;

namespace Genie.Extensions.Genius.AspNetCore.Services;

/// <summary>How large a page is at most, whatever number of entries was asked for: what a client of gRPC takes that was not told otherwise.</summary>
internal static class PageLimit
{
    /// <summary>4 MiB, which is gRPC's default, without what may stand beside the entries.</summary>
    public const int BytesMax = (4 << 20) - (64 << 10);

    // An entry's tag and length.
    private const int EntryOverheadBytes = 8;

    /// <summary>Adds entries up to the first that does not fit; the first of all always.</summary>
    /// <param name="page">The page's entries.</param>
    /// <param name="entries">Made one by one, so that those that do not fit cost nothing.</param>
    /// <param name="bytesMax">What they may take together.</param>
    /// <returns>False if some were left out.</returns>
    public static bool AddWithin<T>(this RepeatedField<T> page, IEnumerable<T> entries, long bytesMax = BytesMax)
        where T : IMessage
    {
        foreach (var entry in entries)
        {
            bytesMax -= entry.CalculateSize() + EntryOverheadBytes;
            if (bytesMax < 0 && page.Count > 0) return false;
            page.Add(entry);
        }

        return true;
    }
}
