namespace Genie.Relay.Configuration;

/// <summary>What stands beside a setting's name.</summary>
/// <param name="Text">A single value.</param>
/// <param name="Items">A list.</param>
/// <param name="Pairs">Names with values.</param>
internal sealed record SettingValue(string? Text, IReadOnlyList<string>? Items = null, IReadOnlyDictionary<string, string>? Pairs = null)
{
    /// <summary>The single value.</summary>
    /// <exception cref="FormatException">It is a list or a mapping.</exception>
    public string Single => Text ?? throw new FormatException("one value is expected here, not a list or a mapping.");

    /// <summary>The list; a single value is one of texts between commas.</summary>
    public IReadOnlyList<string> List => Items ?? Single.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    /// <summary>The mapping; a single value is one of <c>NAME=VALUE</c> between commas.</summary>
    public IReadOnlyDictionary<string, string> Mapping
    {
        get
        {
            if (Pairs is not null) return Pairs;
            var pairs = new Dictionary<string, string>(StringComparer.Ordinal);
            foreach (var item in List)
            {
                var equals = item.IndexOf('=', StringComparison.Ordinal);
                if (equals <= 0) throw new FormatException("an item is no NAME=VALUE. Values with commas stand in the file, below the name.");
                pairs[item[..equals]] = item[(equals + 1)..];
            }

            return pairs;
        }
    }
}
