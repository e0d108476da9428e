using System.Buffers;
using System.Text;

namespace Genie.Brokers.Instrumentation;

/// <summary>The list <c>tracestate</c> of W3C trace context, kept within what every participant must pass on.</summary>
internal static class TraceState
{
    /// <summary>Characters that are always passed on (section 3.3.1.5, tracestate limits).</summary>
    public const int LengthMax = 512;

    // Of a list that is too long these members go first, as the section says.
    private const int MemberLengthMax = 128;

    private static readonly SearchValues<byte> Printable = SearchValues.Create([.. Enumerable.Range(0x20, 0x7F - 0x20).Select(character => (byte)character)]);

    /// <summary>The list, or what fits of it; empty where it is none.</summary>
    public static string Limit(string? state)
    {
        if (string.IsNullOrEmpty(state) || !Ascii.IsValid(state)) return "";
        if (state.Length <= LengthMax) return state;
        var members = state.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).ToList();
        var length = members.Sum(member => member.Length + 1) - 1;
        for (var i = members.Count - 1; i >= 0 && length > LengthMax; i--) length -= RemoveIf(members, i, members[i].Length > MemberLengthMax);
        while (length > LengthMax) length -= RemoveIf(members, members.Count - 1, condition: true);
        return string.Join(',', members);
    }

    /// <summary>The list as it arrived; null where it is empty or none.</summary>
    public static string? Read(ReadOnlySpan<byte> state) =>
        state.IsEmpty || state.ContainsAnyExcept(Printable) ? null : Encoding.ASCII.GetString(state);

    private static int RemoveIf(List<string> members, int index, bool condition)
    {
        if (!condition) return 0;
        var length = members[index].Length + 1;
        members.RemoveAt(index);
        return length;
    }
}
