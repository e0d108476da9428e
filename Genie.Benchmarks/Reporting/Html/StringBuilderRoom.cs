using System.Text;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>Lets a builder grow once for what follows.</summary>
internal static class StringBuilderRoom
{
    public static StringBuilder EnsureRoom(this StringBuilder text, int characters)
    {
        text.EnsureCapacity(text.Length + characters);
        return text;
    }
}
