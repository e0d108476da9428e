namespace Genie.Extensions.Genius.Roles;

/// <summary>Some of the states that a group went through, so that who reads on from a version does not read from the first event. Safe for concurrent callers.</summary>
/// <remarks>Where they become too many every other one goes and they are kept half as often: their number is bounded however long the stream gets.</remarks>
internal sealed class MemberGroupMilestones
{
    private const int CountMax = 256;
    private readonly List<MemberGroupState> _states = [MemberGroupState.Empty];
    private long _spacing = 64;

    /// <summary>Takes note of a state, later than those before.</summary>
    public void Add(MemberGroupState state)
    {
        lock (_states)
        {
            if (state.Version < _states[^1].Version + _spacing) return;
            _states.Add(state);
            if (_states.Count <= CountMax) return;
            for (var i = 1; i < _states.Count; i++) _states.RemoveAt(i);
            _spacing *= 2;
        }
    }

    /// <summary>The last state that is kept of those up to a version.</summary>
    public MemberGroupState Before(long version)
    {
        lock (_states) return _states.FindLast(state => state.Version <= version) ?? MemberGroupState.Empty;
    }
}
