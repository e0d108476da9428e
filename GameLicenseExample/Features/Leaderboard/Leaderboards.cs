using System.Collections.Concurrent;
using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;

namespace GameLicenseExample.Features.Leaderboard;

/// <summary>The leaderboards as Genius's windows report them: in memory, rebuilt from the store. Safe for concurrent callers.</summary>
internal sealed class Leaderboards
{
    private const int BoardsMax = 20;
    private readonly ConcurrentDictionary<(string Layer, string Region), SortedList<DateTimeOffset, Board>> _boards = new();

    /// <summary>A region's boards, the newest first.</summary>
    public IReadOnlyList<Board> Of(string layer, string region)
    {
        if (!_boards.TryGetValue((layer, region), out var boards)) return [];
        lock (boards) return [.. boards.Values.Reverse()];
    }

    /// <summary>The newest board of every region, by layer and code.</summary>
    public IReadOnlyList<Board> Newest() => [.. _boards.Keys.OrderBy(static key => key.Layer, StringComparer.Ordinal).ThenBy(static key => key.Region, StringComparer.Ordinal).Select(key => Of(key.Layer, key.Region)[0])];

    /// <summary>Follows what a store's windows report, until the token fires.</summary>
    /// <exception cref="EventStoreException">The store cannot be read.</exception>
    public async Task FollowAsync(IEventStore store, CancellationToken cancellationToken)
    {
        await foreach (var output in new OutputReader(store).SubscribeAsync(0, cancellationToken).ConfigureAwait(false)) Apply(output);
    }

    /// <summary>Takes everything in that a store's windows have reported so far.</summary>
    /// <exception cref="EventStoreException">The store cannot be read.</exception>
    public async Task LoadAsync(IEventStore store, CancellationToken cancellationToken)
    {
        await foreach (var output in new OutputReader(store).ReadAsync(0, cancellationToken).ConfigureAwait(false)) Apply(output);
    }

    /// <summary>A window's result as a board; null: it is none of the leaderboard's.</summary>
    public static Board? BoardOf(Output output)
    {
        if (output.WindowClosed is not { } closed || LeaderboardWindows.LayerOf(closed.Window) is not { } layer) return null;
        var leaders = closed.Top.Select(static item => new Leader(item.Item, item.Count)).ToList();
        return new Board(layer, closed.Key, closed.Start.ToDateTimeOffset(), closed.End.ToDateTimeOffset(), closed.Revision, closed.Count, closed.Sum, leaders);
    }

    private void Apply(Output output)
    {
        if (BoardOf(output) is not { } board) return;
        var boards = _boards.GetOrAdd((board.Layer, board.Region), static _ => []);
        lock (boards)
        {
            boards[board.Start] = board;
            if (boards.Count > BoardsMax) boards.RemoveAt(0);
        }
    }
}
