using Genie.EventStore;

namespace Genie.Benchmarks.Commands.Store;

/// <summary>Appends the lines of an export to a store, in their order: what one request appended goes together again.</summary>
internal sealed class EventImport(IEventStore store, string file)
{
    private const int AheadMax = 1024;

    private readonly Queue<(long Line, Task<AppendResult> Append)> _ahead = [];
    private readonly List<EventLine> _together = [];
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
            var line = EventLine.Parse(text, file, _line);
            if (_together.Count > 0 && !line.Continues(_together[^1])) await AppendAsync(cancellationToken).ConfigureAwait(false);
            _together.Add(line);
            events++;
        }

        if (_together.Count > 0) await AppendAsync(cancellationToken).ConfigureAwait(false);
        while (_ahead.Count > 0) await SettleAsync().ConfigureAwait(false);
        return events;
    }

    private async Task AppendAsync(CancellationToken cancellationToken)
    {
        try
        {
            _ahead.Enqueue((_line, store.AppendAsync(EventLine.ToRequest(_together), cancellationToken).AsTask()));
        }
        catch (Exception error) when (error is ArgumentException or FormatException)
        {
            throw new BadArgumentException($"{file}, before line {_line + 1}: {error.Message}");
        }

        _together.Clear();
        if (_ahead.Count >= AheadMax) await SettleAsync().ConfigureAwait(false);
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
            throw new BadArgumentException($"{file}, at about line {line}: the stream has other versions than the lines before say. An export of a store that was compacted cannot be imported: {error.Message}");
        }
    }
}
