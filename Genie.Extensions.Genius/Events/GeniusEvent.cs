using Genie.EventStore;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Events;

/// <summary>Something that happened at a time and at a place.</summary>
public sealed record GeniusEvent
{
    /// <summary>Bytes of UTF-8 that a <see cref="Key"/> may have.</summary>
    public const int KeyBytesMax = 256;

    /// <summary>Bytes of UTF-8 that a <see cref="Kind"/> may have.</summary>
    public const int KindBytesMax = 256;

    /// <summary>Whose event it is: a machine, a party. State is kept by key, and events of one key take effect one after the other.</summary>
    /// <remarks>As keys in Kafka Streams and Flink, by which streams are partitioned. At most <see cref="KeyBytesMax"/> bytes, and no control characters; an event with another key is refused (<see cref="MalformedEventException"/>).</remarks>
    public required string Key { get; init; }

    /// <summary>The same request key again with the same <see cref="Key"/> is the same event again, delivered twice: it takes effect once.</summary>
    public required RequestKey RequestKey { get; init; }

    /// <summary>What happened, in the words of its sender: at most <see cref="KindBytesMax"/> bytes, and no control characters.</summary>
    public required string Kind { get; init; }

    /// <summary>When it happened, by the sender's clock.</summary>
    public required DateTimeOffset Time { get; init; }

    /// <summary>Where it happened: a latitude from -90 to 90, and a finite longitude.</summary>
    public required GeoPoint Place { get; init; }

    /// <summary>How far <see cref="Place"/> may be from where it happened: the radius in metres of a circle that holds it. 0, the default: not known, taken for exact.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is negative, or no finite number.</exception>
    public double AccuracyMetres
    {
        get;
        init => field = IsAccuracy(value) ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "An accuracy is a distance in metres, at least 0.");
    }

    /// <summary>A figure to aggregate, such as an amount or a speed; its unit is the kind's. Finite.</summary>
    public double Value { get; init; }

    /// <summary>Named values that rules may ask for.</summary>
    public EventAttributes Attributes { get; init; } = EventAttributes.None;

    /// <summary>Anything else; not looked into.</summary>
    public ReadOnlyMemory<byte> Payload { get; init; }

    /// <summary>True for a distance that an event's accuracy can be.</summary>
    internal static bool IsAccuracy(double metres) => metres >= 0 && double.IsFinite(metres);
}
