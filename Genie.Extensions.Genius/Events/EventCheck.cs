using System.Globalization;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Events;

/// <summary>
/// What an event must be to be taken in, whichever way it comes: judged before anything of it is kept, since what one brings must harm no aggregate and no reader. Events that are read from the store are not
/// asked: earlier versions took in what is refused now.
/// </summary>
internal static class EventCheck
{
    /// <summary>Sees whether an event may be taken in.</summary>
    /// <exception cref="MalformedEventException">It may not; the message names the field.</exception>
    public static void Require(GeniusEvent value)
    {
        if (RefusalReason(value) is { } reason) throw new MalformedEventException(reason);
    }

    /// <summary>Why an event is not taken in, naming the field; null: it is.</summary>
    public static string? RefusalReason(GeniusEvent value)
    {
        if (string.IsNullOrEmpty(value.Key)) return "An event needs a key.";
        if (string.IsNullOrEmpty(value.Kind)) return "An event needs a kind.";
        if (BoundedText.RefusalReason(value.Key, GeniusEvent.KeyBytesMax) is { } ofKey) return "The event's key " + ofKey;
        if (BoundedText.RefusalReason(value.Kind, GeniusEvent.KindBytesMax) is { } ofKind) return "The event's kind " + ofKind;
        if (!double.IsFinite(value.Value)) return string.Create(CultureInfo.InvariantCulture, $"The event's value is a finite number, not {value.Value}.");
        return RefusalReason(value.Place) is { } ofPlace ? "The event's " + ofPlace : null;
    }

    /// <summary>Why a place is none, beginning with the coordinate; null: it is one.</summary>
    public static string? RefusalReason(GeoPoint place)
    {
        if (!(Math.Abs(place.Latitude) <= 90)) return string.Create(CultureInfo.InvariantCulture, $"latitude is degrees from -90 to 90, not {place.Latitude}.");
        return double.IsFinite(place.Longitude) ? null : string.Create(CultureInfo.InvariantCulture, $"longitude is a finite number of degrees, not {place.Longitude}.");
    }

    /// <summary>Sees whether a key that a definition makes of an event may be.</summary>
    /// <param name="key">The key.</param>
    /// <param name="definition">The definition's name.</param>
    /// <exception cref="MalformedEventException">It may not.</exception>
    public static void RequireDerivedKey(string key, string definition)
    {
        if (BoundedText.RefusalReason(key, GeniusEvent.KeyBytesMax) is { } reason) throw new MalformedEventException($"The key that '{definition}' makes of the event {reason}");
    }
}
