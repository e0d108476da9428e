using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Streams.Backfills;
using Genie.Extensions.Genius.Streams.Windows;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>A window as settings have it: one of <see cref="Tumbling"/>, <see cref="Sliding"/> with <see cref="Slide"/>, and <see cref="Session"/>.</summary>
internal sealed class WindowSettings
{
    private const string ListName = nameof(GeniusSettings.Windows);
    private const long SlidesMax = 1000;

    private static readonly WindowDefinition Defaults = new() { Name = "", Shape = new TumblingWindow(TimeSpan.FromMinutes(1)) };

    public string Name { get; set; } = "";

    public int Version { get; set; } = Defaults.Version;

    public TimeSpan? Tumbling { get; set; }

    public TimeSpan? Sliding { get; set; }

    public TimeSpan? Slide { get; set; }

    public TimeSpan? Session { get; set; }

    public string? Rule { get; set; }

    /// <summary>What <see cref="EventSelector"/> reads whose windows an event belongs to from; null: its key.</summary>
    public string? Key { get; set; }

    /// <summary>What it reads from what distinct and top-k count; null: kinds.</summary>
    public string? Item { get; set; }

    /// <summary>What it reads the source from, each of which has a watermark; null: all events of a key have one.</summary>
    public string? Source { get; set; }

    public TimeSpan? SourceIdleTimeout { get; set; }

    public int SourcesMax { get; set; } = Defaults.SourcesMax;

    public TimeSpan OutOfOrder { get; set; } = Defaults.OutOfOrder;

    public TimeSpan AllowedLateness { get; set; } = Defaults.AllowedLateness;

    public int TopItems { get; set; } = Defaults.TopItems;

    public TimeSpan IdleTimeout { get; set; } = Defaults.IdleTimeout;

    public Backfill Backfill { get; set; }

    /// <summary>The definition.</summary>
    /// <exception cref="BadArgumentException">It is none.</exception>
    public WindowDefinition ToDefinition()
    {
        DefinitionMistakes.CheckCommon(ListName, Name, Version, OutOfOrder, IdleTimeout, Backfill);
        DefinitionMistakes.RequireTimeOrNone(ListName, Name, nameof(AllowedLateness), AllowedLateness);
        if (TopItems < 0) throw DefinitionMistakes.Of(ListName, Name, $"{nameof(TopItems)} is at least 0, not {TopItems}");
        if (SourcesMax < 1) throw DefinitionMistakes.Of(ListName, Name, $"{nameof(SourcesMax)} is at least 1, not {SourcesMax}");
        if (SourceIdleTimeout is { } timeout && timeout != Timeout.InfiniteTimeSpan) DefinitionMistakes.RequireTime(ListName, Name, nameof(SourceIdleTimeout), timeout);
        if (Source is null && (SourceIdleTimeout is not null || SourcesMax != Defaults.SourcesMax)) throw DefinitionMistakes.Of(ListName, Name, $"{nameof(SourceIdleTimeout)} and {nameof(SourcesMax)} need a {nameof(Source)}");
        return new WindowDefinition
        {
            Name = Name,
            Version = Version,
            Shape = Shape(),
            Rule = Rule,
            KeyOf = Selector(nameof(Key), Key) ?? Defaults.KeyOf,
            ItemOf = Selector(nameof(Item), Item) ?? Defaults.ItemOf,
            SourceOf = Selector(nameof(Source), Source),
            SourceIdleTimeout = SourceIdleTimeout,
            SourcesMax = SourcesMax,
            SelectorDescription = DescribeSelectors(),
            OutOfOrder = OutOfOrder,
            AllowedLateness = AllowedLateness,
            TopItems = TopItems,
            IdleTimeout = IdleTimeout,
            Backfill = Backfill,
        };
    }

    private Func<GeniusEvent, string?>? Selector(string setting, string? text) => text is null ? null : EventSelector.Of(text)
        ?? throw DefinitionMistakes.Of(ListName, Name, $"{setting} is the name of an attribute, {EventSelector.OfKey} or {EventSelector.OfKind}, not '{text}'");

    private string? DescribeSelectors()
    {
        string?[] parts = [Key is null ? null : $"key from {Key}", Item is null ? null : $"item from {Item}", Source is null ? null : $"source from {Source}"];
        var text = string.Join(", ", parts.Where(static each => each is not null));
        return text.Length == 0 ? null : text;
    }

    private WindowShape Shape() => (Tumbling, Sliding, Slide, Session) switch
    {
        ({ } size, null, null, null) => new TumblingWindow(TimeOf(nameof(Tumbling), size)),
        (null, { } size, { } slide, null) => new SlidingWindow(TimeOf(nameof(Sliding), size), SlideOf(size, slide)),
        (null, null, null, { } gap) => new SessionWindow(TimeOf(nameof(Session), gap)),
        _ => throw new BadArgumentException($"Windows: '{Name}' needs one of Tumbling, Sliding with Slide, and Session, each a time as 00:01:00."),
    };

    private TimeSpan TimeOf(string setting, TimeSpan time)
    {
        DefinitionMistakes.RequireTime(ListName, Name, setting, time);
        return time;
    }

    private TimeSpan SlideOf(TimeSpan size, TimeSpan slide) => TimeOf(nameof(Slide), slide) <= size && size.Ticks / slide.Ticks <= SlidesMax
        ? slide
        : throw DefinitionMistakes.Of(ListName, Name, $"{nameof(Slide)} is {slide:c}, and must be at most {nameof(Sliding)}, {size:c}, and at least a thousandth of it");
}
