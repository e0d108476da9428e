using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Roles;

/// <summary>
/// Members who receive messages. Observers receive every message; one of them may be promoted to leader, and then decides what the others receive. A
/// leader who leaves, or is not heard of for a lease's time, is replaced by whoever has been there longest. Safe for concurrent callers.
/// </summary>
/// <remarks>
/// All that changes who receives what is an event of the group's stream, and so is every message: who received which message, and whose filter that was,
/// follows from reading it again. Leases live in this process; after a restart every member has a whole one.
/// </remarks>
public sealed class MemberGroup : IDisposable
{
    private readonly IEventStore _store;
    private readonly string _name;
    private readonly MemberGroupOptions _options;
    private readonly MemberLeases _leases;
    private readonly MemberGroupMilestones _milestones = new();
    private readonly SemaphoreSlim _gate = new(1, 1);
    private MemberGroupState _state = MemberGroupState.Empty;

    private MemberGroup(IEventStore store, string name, MemberGroupOptions options) =>
        (_store, _name, _options, _leases) = (store, name, options, new MemberLeases(options));

    /// <summary>The state as of the last event seen here.</summary>
    public MemberGroupState State => Volatile.Read(ref _state);

    /// <summary>Opens a group; one that has no events yet is empty.</summary>
    public static async Task<MemberGroup> OpenAsync(IEventStore store, string name, MemberGroupOptions options, CancellationToken cancellationToken)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        var group = new MemberGroup(store, name, options);
        try
        {
            await group.CatchUpAsync(cancellationToken).ConfigureAwait(false);
            return group;
        }
        catch
        {
            group.Dispose();
            throw;
        }
    }

    /// <summary>Makes somebody an observer; a member stays what it is, with a new lease.</summary>
    public async Task JoinAsync(string member, CancellationToken cancellationToken)
    {
        ArgumentException.ThrowIfNullOrEmpty(member);
        await ChangeAsync(state => MemberGroupDecisions.Join(state, member), key: null, cancellationToken).ConfigureAwait(false);
        _leases.Renew(member);
    }

    /// <summary>Ends a membership; one that does not exist is left alone.</summary>
    public Task LeaveAsync(string member, CancellationToken cancellationToken) =>
        ChangeAsync(state => MemberGroupDecisions.Depart(state, [member], Departure.Left), key: null, cancellationToken);

    /// <summary>Makes an observer the leader, in place of another one if there is one. Everything passes until the new one sets a filter.</summary>
    /// <returns>The leader's term, by which it leads.</returns>
    /// <exception cref="NotMemberException">There is no such observer.</exception>
    public async Task<long> PromoteAsync(string member, CancellationToken cancellationToken) =>
        (await ChangeAsync(state => MemberGroupDecisions.Promote(state, member), key: null, cancellationToken).ConfigureAwait(false)).Term;

    /// <summary>Decides what the other observers receive from now on.</summary>
    /// <exception cref="NotLeaderException">The member does not lead, or no longer in that term.</exception>
    public Task SetFilterAsync(string member, long term, MessageFilter filter, CancellationToken cancellationToken) =>
        ChangeAsync(state => MemberGroupDecisions.SetFilter(state, member, term, filter), key: null, cancellationToken);

    /// <summary>Publishes a message; the same one again is published once.</summary>
    /// <exception cref="RequestKeyReusedException">Another message of that key was published under its request key; nothing was published.</exception>
    public Task PublishAsync(GeniusEvent message, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(message);
        NewEvent[] events = [new(MemberGroupEvents.Published, EventCodec.Encode(message))];
        return ChangeAsync(_ => events, KeyOf(message), cancellationToken);
    }

    /// <summary>A member's heart-beat.</summary>
    /// <exception cref="NotMemberException">It has been given up, or never joined.</exception>
    public async Task RenewAsync(string member, CancellationToken cancellationToken)
    {
        await ExpireAsync(cancellationToken).ConfigureAwait(false);
        if (!State.Members.Contains(member)) throw new NotMemberException(member);
        _leases.Renew(member);
    }

    /// <summary>Gives up members that were not heard of for too long.</summary>
    public Task ExpireAsync(CancellationToken cancellationToken) => ChangeAsync(static _ => [], key: null, cancellationToken);

    /// <summary>Gives up members in time, until the token fires.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        const int LooksPerLease = 4;
        using var timer = new PeriodicTimer(_options.Lease / LooksPerLease, _options.Clock);
        try
        {
            while (await timer.WaitForNextTickAsync(cancellationToken).ConfigureAwait(false)) await ExpireAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // Asked to stop.
        }
    }

    /// <summary>
    /// A member's messages in their order, from those after a version on; it ends when the member is one no longer. What lies before the version is not
    /// read again, but for a bounded part of the stream: it begins with a state that was kept.
    /// </summary>
    /// <param name="member">The member.</param>
    /// <param name="afterVersion">The last version not wanted; 0 for all since the member first joined.</param>
    /// <param name="cancellationToken">Ends the receiving.</param>
    /// <exception cref="NotMemberException">There is no such member.</exception>
    public IAsyncEnumerable<MemberGroupMessage> ReceiveAsync(string member, long afterVersion, CancellationToken cancellationToken)
    {
        var now = State;
        if (!now.Members.Contains(member)) throw new NotMemberException(member);
        var begin = afterVersion >= now.Version ? now : _milestones.Before(afterVersion);
        return new MemberGroupReader(_store, MemberGroupEvents.StreamOf(_name)).ReadAsync(member, afterVersion, begin, now.Version, cancellationToken);
    }

    /// <inheritdoc/>
    public void Dispose() => _gate.Dispose();

    /// <summary>Gives up who is dead, then decides and appends; again if another process came first.</summary>
    private async Task<MemberGroupState> ChangeAsync(Func<MemberGroupState, IReadOnlyList<NewEvent>> decide, RequestKey? key, CancellationToken cancellationToken)
    {
        await _gate.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            for (var conflicts = 0; ; conflicts++)
            {
                try
                {
                    await AppendAsync(MemberGroupDecisions.Depart(_state, _leases.Expired(), Departure.Expired), key: null, cancellationToken).ConfigureAwait(false);
                    await AppendAsync(decide(_state), key, cancellationToken).ConfigureAwait(false);
                    return _state;
                }
                catch (VersionConflictException) when (conflicts < _options.ConflictsMax)
                {
                    await CatchUpAsync(cancellationToken).ConfigureAwait(false);
                }
            }
        }
        finally
        {
            _gate.Release();
        }
    }

    private async Task AppendAsync(IReadOnlyList<NewEvent> events, RequestKey? key, CancellationToken cancellationToken)
    {
        if (events.Count == 0) return;
        await _store.AppendSameAsync(new AppendRequest(MemberGroupEvents.StreamOf(_name), events.ToArray()) { ExpectedVersion = _state.Version, Key = key }, cancellationToken).ConfigureAwait(false);
        await CatchUpAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Takes the state from the store even for what was just appended, so that there is one way only that events become state.</summary>
    private async Task CatchUpAsync(CancellationToken cancellationToken)
    {
        var state = _state;
        await foreach (var each in _store.ReadStreamAsync(MemberGroupEvents.StreamOf(_name), state.Version + 1, cancellationToken).ConfigureAwait(false))
        {
            state = state.After(each);
            _milestones.Add(state);
        }

        Volatile.Write(ref _state, state);
        _leases.Keep(state.Members);
    }

    // A request key is unique within its event's key; in the group all keys meet.
    private static RequestKey KeyOf(GeniusEvent message) =>
        message.RequestKey with { Run = message.RequestKey.Run ^ BinaryPrimitives.ReadUInt64BigEndian(SHA256.HashData(Encoding.UTF8.GetBytes(message.Key))) };
}
