namespace Genie.Extensions.Genius.Roles;

/// <summary>How long each member is taken for alive. Safe for concurrent callers.</summary>
internal sealed class MemberLeases(MemberGroupOptions options)
{
    private readonly Dictionary<string, DateTimeOffset> _until = [];

    /// <summary>A lease from now on.</summary>
    public void Renew(string member)
    {
        lock (_until) _until[member] = options.Clock.GetUtcNow() + options.Lease;
    }

    /// <summary>A lease from now on for members that have none, and none for those who are no members.</summary>
    public void Keep(IReadOnlyCollection<string> members)
    {
        lock (_until)
        {
            foreach (var member in members) _until.TryAdd(member, options.Clock.GetUtcNow() + options.Lease);
            foreach (var gone in _until.Keys.Except(members).ToArray()) _until.Remove(gone);
        }
    }

    /// <summary>Members whose lease is over.</summary>
    public IReadOnlyCollection<string> Expired()
    {
        lock (_until) return _until.Where(pair => pair.Value <= options.Clock.GetUtcNow()).Select(pair => pair.Key).ToHashSet();
    }
}
