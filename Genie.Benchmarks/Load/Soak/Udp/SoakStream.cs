using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Soak.Udp;

/// <summary>What a connection carries in each direction, each on a channel of its own.</summary>
internal enum SoakStream
{
    /// <summary>Four ticks of five: a small reliable message, in order.</summary>
    Ordered,

    /// <summary>A tick of ten: 6 KB, reliable, in order.</summary>
    Fragmented,

    /// <summary>Every fifth tick: a small reliable message, in any order.</summary>
    Unordered,

    /// <summary>A tick of twenty: a small message that may be lost.</summary>
    Unreliable,

    /// <summary>A tick of twenty: a small message that a newer one replaces.</summary>
    Sequenced,
}

/// <summary>What is promised for a stream.</summary>
internal static class SoakStreams
{
    /// <summary>How many there are.</summary>
    public const int Count = 5;

    /// <summary>All of them.</summary>
    public static readonly IReadOnlyList<SoakStream> All = Enum.GetValues<SoakStream>();

    /// <summary>Arrives once.</summary>
    public static bool IsReliable(this SoakStream stream) => stream <= SoakStream.Unordered;

    /// <summary>Never arrives after a later one.</summary>
    public static bool IsOrdered(this SoakStream stream) => stream is SoakStream.Ordered or SoakStream.Fragmented or SoakStream.Sequenced;

    /// <summary>How it is sent.</summary>
    public static DeliveryMode Mode(this SoakStream stream) => stream switch
    {
        SoakStream.Unordered => DeliveryMode.ReliableUnordered,
        SoakStream.Unreliable => DeliveryMode.Unreliable,
        SoakStream.Sequenced => DeliveryMode.Sequenced,
        _ => DeliveryMode.ReliableOrdered,
    };

    /// <summary>The sum over what arrives once.</summary>
    public static long OfReliable(IReadOnlyList<long> counts) => All.Where(IsReliable).Sum(stream => counts[(int)stream]);
}
