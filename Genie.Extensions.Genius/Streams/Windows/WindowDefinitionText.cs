using System.Globalization;
using Genie.EventStore;

namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>A window's definition in words, as the store remembers it: all that a key's state follows from. When and how results are reported may change.</summary>
internal static class WindowDefinitionText
{
    /// <summary>The type of the event.</summary>
    public const string EventType = "WindowDefined";

    /// <summary>Remembers and compares it.</summary>
    public static DefinitionCheck CheckOf(IEventStore store, WindowDefinition definition)
    {
        var text = Describe(definition);
        return new DefinitionCheck(store, $"genius/window-definitions/{definition.Id}", EventType, text, begun => new WindowChangedException(definition.Name, begun, text, definition.Version));
    }

    private static string Describe(WindowDefinition definition)
    {
        var shape = definition.Shape switch
        {
            TumblingWindow tumbling => $"tumbling windows of {Text(tumbling.Size)}",
            SlidingWindow sliding => $"sliding windows of {Text(sliding.Size)} every {Text(sliding.Slide)}",
            SessionWindow session => $"sessions with a gap of {Text(session.Gap)}",
            _ => throw new ArgumentException($"{definition.Shape.GetType().Name} is no shape of windows.", nameof(definition)),
        };
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{shape} of {(definition.Rule is { } rule ? $"rule '{rule}'" : "all events")}, out of order by {Text(definition.OutOfOrder)}, late by {Text(definition.AllowedLateness)}, {definition.ItemsMax} items{Sources(definition)}{(definition.SelectorDescription is { } selectors ? $", {selectors}" : "")}");
    }

    private static string Sources(WindowDefinition definition) => definition.SourceOf is null ? "" : string.Create(CultureInfo.InvariantCulture, $", by source, {definition.SourcesMax} at most");

    private static string Text(TimeSpan time) => time.ToString("c", CultureInfo.InvariantCulture);
}
