using Genie.Extensions.Genius.Streams.Backfills;
using Genie.Extensions.Genius.Streams.Windows;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>A window as settings have it: one of <see cref="Tumbling"/>, <see cref="Sliding"/> with <see cref="Slide"/>, and <see cref="Session"/>.</summary>
internal sealed class WindowSettings
{
    private static readonly WindowDefinition Defaults = new() { Name = "", Shape = new TumblingWindow(TimeSpan.FromMinutes(1)) };

    public string Name { get; set; } = "";

    public int Version { get; set; } = Defaults.Version;

    public TimeSpan? Tumbling { get; set; }

    public TimeSpan? Sliding { get; set; }

    public TimeSpan? Slide { get; set; }

    public TimeSpan? Session { get; set; }

    public string? Rule { get; set; }

    public TimeSpan OutOfOrder { get; set; } = Defaults.OutOfOrder;

    public TimeSpan AllowedLateness { get; set; } = Defaults.AllowedLateness;

    public int TopItems { get; set; } = Defaults.TopItems;

    public TimeSpan IdleTimeout { get; set; } = Defaults.IdleTimeout;

    public Backfill Backfill { get; set; }

    /// <summary>The definition.</summary>
    /// <exception cref="BadArgumentException">It is none.</exception>
    public WindowDefinition ToDefinition() => new()
    {
        Name = Name.Length > 0 ? Name : throw new BadArgumentException("Windows: each needs a Name."),
        Version = Version,
        Shape = Shape(),
        Rule = Rule,
        OutOfOrder = OutOfOrder,
        AllowedLateness = AllowedLateness,
        TopItems = TopItems,
        IdleTimeout = IdleTimeout,
        Backfill = Backfill,
    };

    private WindowShape Shape() => (Tumbling, Sliding, Slide, Session) switch
    {
        ({ } size, null, null, null) => new TumblingWindow(size),
        (null, { } size, { } slide, null) => new SlidingWindow(size, slide),
        (null, null, null, { } gap) => new SessionWindow(gap),
        _ => throw new BadArgumentException($"Windows: '{Name}' needs one of Tumbling, Sliding with Slide, and Session, each a time as 00:01:00."),
    };
}
