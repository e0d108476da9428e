using System.Text;

namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>FNV-1a over UTF-8 (Fowler, Noll, Vo), finished as MurmurHash3 is (A. Appleby): the same in every process, and every bit depends on all.</summary>
internal static class ItemHash
{
    public static ulong Of(string item)
    {
        var hash = 0xCBF29CE484222325;
        unchecked
        {
            foreach (var one in Encoding.UTF8.GetBytes(item)) hash = (hash ^ one) * 0x100000001B3;
            hash = (hash ^ (hash >> 33)) * 0xFF51AFD7ED558CCD;
            hash = (hash ^ (hash >> 33)) * 0xC4CEB9FE1A85EC53;
        }

        return hash ^ (hash >> 33);
    }
}
