using Genie.EventStore;
using Genie.EventStore.Embedded;

namespace Genie.Benchmarks.Commands.Store;

/// <summary>Appends the lines of an export to a store, in their order: what one request appended goes together again.</summary>
internal sealed class EventImport(EmbeddedEventStore store, string file)
{
    private const int AheadMax = 1024;

    private readonly Queue<(long Line, Task Append)> _ahead = [];
    private readonly List<EventLine> _together = [];

    // Streams that were begun without a snapshot and have no event yet, which is to have this version.
    private readonly Dictionary<string, long> _begun = new(StringComparer.Ordinal);
    private long _line;

    /// <summary>Reads to the end.</summary>
    /// <returns>Events that were appended.</returns>
    /// <exception cref="BadArgumentException">A line is none, or does not follow from those before it.</exception>
    public async Task<long> RunAsync(TextReader lines, CancellationToken cancellationToken)
    {
        long events = 0;
        while (await lines.ReadLineAsync(cancellationToken).ConfigureAwait(false) is { } text)
        {
            _line++;
            if (text.Length == 0) continue;
            if (StreamLine.Is(text))
            {
                await TakeAsync(StreamLine.Parse(text, file, _line), cancellationToken).ConfigureAwait(false);
                continue;
            }

            var line = EventLine.Parse(text, file, _line);
            if (_together.Count > 0 && !line.Continues(_together[^1])) await AppendAsync(cancellationToken).ConfigureAwait(false);
            _together.Add(line);
            events++;
        }

        await SettleAllAsync(cancellationToken).ConfigureAwait(false);
        return events;
    }

    private async Task TakeAsync(StreamLine line, CancellationToken cancellationToken)
    {
        // A snapshot is of the events before it.
        if (line.Begins is not { } begins)
        {
            await SettleAllAsync(cancellationToken).ConfigureAwait(false);
            await AheadAsync(store.SaveSnapshotAsync(line.Stream, new StreamSnapshot(line.Version!.Value, line.Snapshot!), cancellationToken).AsTask()).ConfigureAwait(false);
            return;
        }

        if (line.Snapshot is null) _begun[line.Stream] = begins;
        var start = line.Snapshot is null
            ? store.StartStreamAsync(line.Stream, begins - 1, cancellationToken)
            : store.StartStreamAsync(line.Stream, new StreamSnapshot(begins - 1, line.Snapshot), cancellationToken);
        await AheadAsync(start.AsTask()).ConfigureAwait(false);
    }

    private async Task AppendAsync(CancellationToken cancellationToken)
    {
        try
        {
            await AheadAsync(store.AppendAsync(ToRequest(), cancellationToken).AsTask()).ConfigureAwait(false);
        }
        catch (Exception error) when (error is ArgumentException or FormatException)
        {
            throw new BadArgumentException($"{file}, before line {_line + 1}: {error.Message}");
        }

        _together.Clear();
    }

    private AppendRequest ToRequest()
    {
        var request = EventLine.ToRequest(_together);
        if (!_begun.Remove(request.Stream, out var begins)) return request;
        return begins == _together[0].Version ? request with { ExpectedVersion = 0 } : throw new FormatException($"'{request.Stream}' was to begin with version {begins}, not {_together[0].Version}.");
    }

    private async Task AheadAsync(Task append)
    {
        _ahead.Enqueue((_line, append));
        if (_ahead.Count >= AheadMax) await SettleAsync().ConfigureAwait(false);
    }

    private async Task SettleAllAsync(CancellationToken cancellationToken)
    {
        if (_together.Count > 0) await AppendAsync(cancellationToken).ConfigureAwait(false);
        while (_ahead.Count > 0) await SettleAsync().ConfigureAwait(false);
    }

    private async Task SettleAsync()
    {
        var (line, append) = _ahead.Dequeue();
        try
        {
            await append.ConfigureAwait(false);
        }
        catch (VersionConflictException error)
        {
            throw new BadArgumentException($"{file}, at about line {line}: the stream has other versions than the lines before say. A part of an export (--after) cannot be imported: {error.Message}");
        }
    }
}
