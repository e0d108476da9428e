namespace Genie.Testing.Runner.Selection;

/// <summary>Nightly tests in groups that each take no longer than there is time, of which every change runs one.</summary>
/// <param name="classes">All of them.</param>
/// <param name="time">What one group may take.</param>
internal sealed class NightlyRotation(IEnumerable<NightlyClass> classes, TimeSpan time)
{
    // Of the powers of a primitive root of this prime, that of a turn tells the group. Turns that are always equally far apart, by up to 60, then
    // come by each of three groups within ten, whatever that distance is; the turn modulo the groups would stay at one for every third distance.
    private const int Prime = 79;
    private const int PrimitiveRoot = 3;

    /// <summary>The groups, as many as needed; a class that takes longer than there is time has one to itself.</summary>
    public IReadOnlyList<IReadOnlyList<NightlyClass>> Groups { get; } = Pack([.. classes.OrderByDescending(each => each.Seconds).ThenBy(each => each.Name, StringComparer.Ordinal)], time);

    /// <summary>The group whose turn it is.</summary>
    /// <param name="turn">A number that grows from change to change, such as the count of commits.</param>
    public IReadOnlyList<NightlyClass> Choose(long turn) => Groups.Count == 0 ? [] : Groups[Exponent((int)(turn % Prime)) % Groups.Count];

    private static int Exponent(int residue)
    {
        var exponent = 0;
        for (var power = 1; residue != 0 && power != residue; power = power * PrimitiveRoot % Prime) exponent++;
        return exponent;
    }

    private static List<List<NightlyClass>> Pack(NightlyClass[] longestFirst, TimeSpan time)
    {
        List<List<NightlyClass>> groups = [];
        foreach (var each in longestFirst)
        {
            var group = groups.FirstOrDefault(group => group.Sum(other => other.Seconds) + each.Seconds <= time.TotalSeconds);
            if (group is null) groups.Add(group = []);
            group.Add(each);
        }

        return groups;
    }
}
