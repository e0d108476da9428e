namespace Genie.Extensions.Genius.Roles;

/// <summary>How long each member is taken for alive, by time that passes: a clock that is set shortens or prolongs no lease. Safe for concurrent callers.</summary>
internal sealed class MemberLeases(MemberGroupOptions options)
{
    private readonly Dictionary<string, long> _since = [];

    /// <summary>A lease from now on.</summary>
    public void Renew(string member)
    {
        lock (_since) _since[member] = options.Clock.GetTimestamp();
    }

    /// <summary>A lease from now on for members that have none, and none for those who are no members.</summary>
    public void Keep(IReadOnlyCollection<string> members)
    {
        lock (_since)
        {
            foreach (var member in members) _since.TryAdd(member, options.Clock.GetTimestamp());
            foreach (var gone in _since.Keys.Except(members).ToArray()) _since.Remove(gone);
        }
    }

    /// <summary>Members whose lease is over.</summary>
    public IReadOnlyCollection<string> Expired()
    {
        lock (_since) return _since.Where(pair => options.Clock.GetElapsedTime(pair.Value) >= options.Lease).Select(pair => pair.Key).ToHashSet();
    }
}
