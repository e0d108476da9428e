namespace Genie.Relay.Configuration;

/// <summary>Finds what a misspelt name was meant to be.</summary>
internal static class Nearest
{
    private const int DistanceMax = 3;

    /// <summary><c> Did you mean 'port'?</c> where a name is near, else all of them.</summary>
    public static string Hint(string wrong, IEnumerable<string> names)
    {
        var all = names.ToList();
        var nearest = all.MinBy(name => Distance(wrong, name));
        return nearest is not null && Distance(wrong, nearest) <= Math.Min(DistanceMax, nearest.Length / 2)
            ? $" Did you mean '{nearest}'?" : $" Known: {string.Join(", ", all)}.";
    }

    // Levenshtein's.
    private static int Distance(string a, string b)
    {
        var row = Enumerable.Range(0, b.Length + 1).ToArray();
        for (var i = 1; i <= a.Length; i++)
        {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= b.Length; j++)
            {
                var substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.Min(substituted, Math.Min(row[j], row[j - 1]) + 1);
            }
        }

        return row[^1];
    }
}
