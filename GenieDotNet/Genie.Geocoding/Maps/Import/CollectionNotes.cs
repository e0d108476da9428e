using System.Text.Json;

namespace Genie.Geocoding.Maps.Import;

/// <summary>
/// What a collection says about itself: its reference system, and whether it is a part of something larger. Servers cut answers at their
/// limit: ArcGIS (<c>exceededTransferLimit</c>, in the collection or its properties), WFS and OGC API Features (<c>numberMatched</c>, a link to the next page).
/// </summary>
internal sealed class CollectionNotes
{
    private bool _hasMore;
    private string _sign = "";
    private long _matched;

    /// <summary>Heeds a member of a collection.</summary>
    /// <exception cref="MapFormatException">It is in another reference system.</exception>
    public void Add(string? name, ReadOnlySpan<byte> value)
    {
        switch (name)
        {
            case "crs":
                ReferenceSystem.Check(value);
                break;
            case "exceededTransferLimit":
                if (value.SequenceEqual("true"u8)) SetMore(name);
                break;
            case "properties" when value.IndexOf("exceededTransferLimit"u8) >= 0:
                if (Parse(value) is { ValueKind: JsonValueKind.Object } properties && properties.TryGetProperty("exceededTransferLimit", out var exceeded) && exceeded.ValueKind == JsonValueKind.True) SetMore("exceededTransferLimit");
                break;
            case "links":
                if (Parse(value) is { ValueKind: JsonValueKind.Array } links && links.EnumerateArray().Any(IsNext)) SetMore("a link to the next page");
                break;
            case "numberMatched" or "totalFeatures":
                if (Parse(value) is { ValueKind: JsonValueKind.Number } number && number.TryGetInt64(out var matched)) _matched = Math.Max(_matched, matched);
                break;
        }
    }

    /// <summary>A further collection begins, or what looked like one was none; where pages stand one after the other, the last one knows whether there are more.</summary>
    public void Begin() => _hasMore = false;

    /// <summary>What there is to say at the end, or null.</summary>
    /// <param name="features">How many features there were.</param>
    public string? Conclude(long features) =>
        _hasMore ? $"The file is a part: it says so ({_sign}). Get the rest too, page by page, or with a larger limit."
        : _matched > features ? FormattableString.Invariant($"The file is a part: it has {features:N0} of {_matched:N0} features, by what it says. Get the rest too, page by page, or with a larger limit.")
        : null;

    private void SetMore(string sign) => (_hasMore, _sign) = (true, sign);

    private static bool IsNext(JsonElement link) => link.ValueKind == JsonValueKind.Object && link.TryGetProperty("rel", out var relation) && relation.ValueKind == JsonValueKind.String && relation.ValueEquals("next");

    private static JsonElement Parse(ReadOnlySpan<byte> value)
    {
        var reader = new Utf8JsonReader(value);
        return JsonElement.ParseValue(ref reader);
    }
}
