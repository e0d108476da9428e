using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Telemetry;
using Npgsql;
using NpgsqlTypes;

namespace Genie.EventStore.PostgreSql;

/// <summary>Appends that are sent together: one call of <c>genie.append_batch</c>, an element of each array an append or an event.</summary>
internal sealed class AppendBatch
{
    private const int Appended = 0;
    private const int Known = 1;
    private const string Sql = "CALL genie.append_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, NULL, NULL, NULL, NULL)";

    private readonly List<QueuedAppend> _appends = [];
    private readonly List<int> _owners = [];
    private readonly List<string> _types = [];
    private readonly List<byte[]> _payloads = [];

    public int Count => _appends.Count;

    /// <summary>Bytes of all payloads.</summary>
    public long Bytes { get; private set; }

    public void Clear()
    {
        _appends.Clear();
        _owners.Clear();
        _types.Clear();
        _payloads.Clear();
        Bytes = 0;
    }

    /// <summary>Adds an append, unless its memory refuses to be read: then it fails, and alone.</summary>
    public void TryAdd(QueuedAppend append)
    {
        var before = _owners.Count;
        try
        {
            foreach (var each in append.Request.Events.Span)
            {
                _payloads.Add(each.Payload.ToArray());
                _types.Add(each.Type);
                _owners.Add(_appends.Count + 1);
            }
        }
        catch (Exception error)
        {
            foreach (var list in new System.Collections.IList[] { _payloads, _types, _owners })
            {
                while (list.Count > before) list.RemoveAt(list.Count - 1);
            }

            append.TrySetException(error);
            return;
        }

        foreach (var payload in _payloads[before..]) Bytes += payload.Length;
        _appends.Add(append);
    }

    public NpgsqlCommand Command(NpgsqlConnection connection)
    {
        var requests = _appends.ConvertAll(append => append.Request);
        return new NpgsqlCommand(Sql, connection)
        {
            Parameters =
            {
                new() { Value = requests.ConvertAll(each => each.Stream) },
                new() { Value = requests.ConvertAll(each => each.ExpectedVersion) },
                Numbers(requests.ConvertAll(each => each.Key is { } key ? unchecked((long)key.Run) : (long?)null)),
                Numbers(requests.ConvertAll(each => (long?)each.Key?.Sender)),
                Numbers(requests.ConvertAll(each => each.Key is { } key ? unchecked((long)key.Sequence) : (long?)null)),
                new() { Value = _owners },
                new() { Value = _types },
                new() { Value = _payloads, NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Bytea },
                new() { Value = requests.ConvertAll(each => each.RecordedAt is { } time ? RecordTime.Whole(time).UtcDateTime : (DateTime?)null), NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.TimestampTz },
                Texts(requests.ConvertAll(each => each.Metadata?.CorrelationId)),
                Texts(requests.ConvertAll(each => each.Metadata?.CausationId)),
            },
        };
    }

    /// <summary>Hands each what the server's one row says of it.</summary>
    public void Complete(NpgsqlDataReader reader)
    {
        var (outcomes, firsts, lasts, positions) = (reader.GetFieldValue<int?[]>(0), reader.GetFieldValue<long?[]>(1), reader.GetFieldValue<long?[]>(2), reader.GetFieldValue<long?[]>(3));
        for (var i = 0; i < _appends.Count; i++)
        {
            var (append, outcome) = (_appends[i], outcomes[i]);
            if (outcome == Appended) EventStoreTelemetry.CountAppended(append.Request.Events.Length);
            if (outcome is Appended or Known) append.TrySetResult(new AppendResult(firsts[i] ?? 0, lasts[i] ?? 0, positions[i] ?? 0, outcome == Known));
            else append.TrySetException(new VersionConflictException(append.Request.Stream, append.Request.ExpectedVersion, lasts[i] ?? 0));
        }
    }

    public void Fail(Exception error)
    {
        foreach (var append in _appends) append.TrySetException(error);
    }

    /// <summary>A batch for each.</summary>
    public IEnumerable<AppendBatch> Split() => _appends.Select(append =>
    {
        var single = new AppendBatch();
        single.TryAdd(append);
        return single;
    });

    /// <summary>Empty texts say as little as none.</summary>
    private static NpgsqlParameter Texts(List<string?> texts) =>
        new() { Value = texts.ConvertAll(text => string.IsNullOrEmpty(text) ? null : text), NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Text };

    private static NpgsqlParameter Numbers(List<long?> numbers) => new() { Value = numbers, NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Bigint };
}
