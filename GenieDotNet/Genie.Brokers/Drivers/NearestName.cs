namespace Genie.Brokers.Drivers;

/// <summary>Finds what a misspelt name was probably meant to be (Levenshtein distance).</summary>
public static class NearestName
{
    /// <summary>The name nearest to <paramref name="given"/>, or null where none is near (more than half of it would have to change).</summary>
    public static string? Find(string given, IEnumerable<string> names)
    {
        var best = names.Select(name => (name, distance: Distance(given.ToUpperInvariant(), name.ToUpperInvariant())))
            .OrderBy(candidate => candidate.distance).FirstOrDefault();
        return best.name is not null && best.distance <= Math.Max(1, (given.Length + 1) / 2) ? best.name : null;
    }

    /// <summary><c> Did you mean 'nats'?</c>, or nothing where no name is near.</summary>
    public static string Hint(string given, IEnumerable<string> names) => Find(given, names) is { } name ? $" Did you mean '{name}'?" : "";

    private static int Distance(string from, string to)
    {
        var row = Enumerable.Range(0, to.Length + 1).ToArray();
        for (var i = 1; i <= from.Length; i++)
        {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= to.Length; j++)
            {
                var above = row[j];
                row[j] = Math.Min(Math.Min(row[j], row[j - 1]) + 1, diagonal + (from[i - 1] == to[j - 1] ? 0 : 1));
                diagonal = above;
            }
        }

        return row[to.Length];
    }
}
