using Genie.Grains;
using Genie.Servers;

namespace Genie.Benchmarks.Load.Genius;

/// <summary>Servers of one cluster, which come and go.</summary>
/// <param name="settings">What they have in common.</param>
internal sealed class GeniusMembers(IReadOnlyDictionary<string, string> settings) : IAsyncDisposable
{
    private const int AttemptsMax = 5;
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly List<GeniusMember> _members = [];
    private int _endedByThemselves;

    /// <summary>Those that run.</summary>
    public IReadOnlyList<GeniusMember> All
    {
        get
        {
            lock (_members) return [.. _members];
        }
    }

    /// <summary>How many ended so far before they were told to: the others had declared them dead.</summary>
    public int EndedByThemselves => Volatile.Read(ref _endedByThemselves);

    /// <summary>Starts one; again, as a supervisor would, if it gives up because others that are said to live do not answer it.</summary>
    /// <param name="port">Where one was before; null: anywhere.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    public async Task StartAsync(int? port, CancellationToken cancellationToken)
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                var member = await GeniusMember.StartAsync(port ?? Ports.PickFree(), settings, cancellationToken).ConfigureAwait(false);
                lock (_members) _members.Add(member);
                return;
            }
            catch (GrainException) when (attempt < AttemptsMax)
            {
                await Task.Delay(Pause, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Starts another in the place of each that has ended by itself.</summary>
    public async Task ReviveAsync(CancellationToken cancellationToken)
    {
        foreach (var ended in All.Where(static member => member.Ended.IsCompleted))
        {
            await KillAsync(ended).ConfigureAwait(false);
            await StartAsync(ended.Port, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Kills one.</summary>
    public async Task KillAsync(GeniusMember member)
    {
        if (member.Ended.IsCompleted) Interlocked.Increment(ref _endedByThemselves);
        await RemoveAsync(member).ConfigureAwait(false);
    }

    /// <summary>Ends one as an orderly shutdown does.</summary>
    public async Task TerminateAsync(GeniusMember member)
    {
        await member.TerminateAsync().ConfigureAwait(false);
        await RemoveAsync(member).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync() => await Task.WhenAll(All.Select(RemoveAsync)).ConfigureAwait(false);

    private async Task RemoveAsync(GeniusMember member)
    {
        lock (_members) _members.Remove(member);
        await member.DisposeAsync().ConfigureAwait(false);
    }
}
