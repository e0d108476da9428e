using StackExchange.Redis;

namespace Genie.Brokers.Redis.Official;

/// <summary>Takes handled messages off the stream. While some are under way, others gather and go together.</summary>
/// <param name="database">Where the commands go.</param>
/// <param name="stream">The channel's stream.</param>
/// <param name="failed">Called when the server did not do it; nothing more is sent then, and the messages come again.</param>
internal sealed class Settlements(IDatabase database, RedisKey stream, Action<Exception> failed)
{
    private readonly Lock _lock = new();
    private readonly List<RedisValue> _gathered = [];
    private Task _sending = Task.CompletedTask;
    private bool _isSending;

    /// <summary>Notes a handled message.</summary>
    public void Add(RedisValue id)
    {
        lock (_lock)
        {
            _gathered.Add(id);
            if (_isSending) return;
            _isSending = true;
            _sending = SendAsync();
        }
    }

    /// <summary>Completes when the server has done what was noted before.</summary>
    public Task FlushAsync()
    {
        lock (_lock) return _sending;
    }

    private async Task SendAsync()
    {
        // The caller's synchronous part ends first, and what else it settles joins.
        await Task.Yield();
        try
        {
            while (Gather() is { Length: > 0 } ids)
            {
                // Deleted first: were the link lost between the two, an acknowledged entry would stay for ever, and one
                // that is only deleted is found by its id and acknowledged later.
                var deleting = database.StreamDeleteAsync(stream, ids);
                var acknowledging = database.StreamAcknowledgeAsync(stream, RedisEndpoint.Group, ids);
                await Task.WhenAll(deleting, acknowledging).ConfigureAwait(false);
            }
        }
        catch (Exception error)
        {
            failed(error);
        }
    }

    private RedisValue[] Gather()
    {
        lock (_lock)
        {
            RedisValue[] ids = [.. _gathered];
            _gathered.Clear();
            _isSending = ids.Length > 0;
            return ids;
        }
    }
}
