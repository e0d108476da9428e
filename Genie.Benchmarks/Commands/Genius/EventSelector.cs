using Genie.Extensions.Genius.Events;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>Which text of an event a setting means: an attribute by its name, or <see cref="OfKey"/> and <see cref="OfKind"/>, whose dot no attribute's name has.</summary>
internal static class EventSelector
{
    /// <summary>The event's key.</summary>
    public const string OfKey = "event.key";

    /// <summary>The event's kind.</summary>
    public const string OfKind = "event.kind";

    /// <summary>Finds it, null for an event that has no such attribute or an empty one; null: the setting means nothing.</summary>
    public static Func<GeniusEvent, string?>? Of(string setting) => setting switch
    {
        OfKey => static value => value.Key,
        OfKind => static value => value.Kind,
        _ when EventAttributes.IsName(setting) => value => value.Attributes.TryGet(setting, out var attribute) && attribute.ToString() is { Length: > 0 } text ? text : null,
        _ => null,
    };
}
