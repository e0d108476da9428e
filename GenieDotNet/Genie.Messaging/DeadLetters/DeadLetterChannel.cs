using Genie.Brokers;

namespace Genie.Messaging.DeadLetters;

/// <summary>The dead letters of a channel that <see cref="ChannelDeadLetters"/> keeps: listed, sent again, removed.</summary>
public sealed class DeadLetterChannel
{
    // So many are held unsettled at once while they are listed.
    private const int ListedMax = 1_000;
    private readonly MessageClient _client;
    private readonly string _channel;
    private readonly string _deadChannel;

    internal DeadLetterChannel(MessageClient client, string channel)
    {
        _client = client;
        _channel = channel;
        _deadChannel = ChannelDeadLetters.ChannelOf(channel);
    }

    /// <summary>Reads dead letters and leaves them where they are. Other readers of the same dead letters may have some meanwhile.</summary>
    /// <param name="countMax">So many at most; 1 to 1,000.</param>
    /// <param name="quietTime">It ends when none has come for so long.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public async Task<IReadOnlyList<DeadLetter>> ListAsync(int countMax, TimeSpan quietTime, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(countMax);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(countMax, ListedMax);
        var letters = new List<DeadLetter>();
        await ReadAsync(countMax, countMax, quietTime, AddAsync, cancellationToken).ConfigureAwait(false);
        return letters;

        Task AddAsync(ReceivedMessage message)
        {
            letters.Add(DeadLetter.Read(message, _channel));
            return Task.CompletedTask;
        }
    }

    /// <summary>Sends dead letters to their channel again, as they were sent first, with their id; each is removed once that is confirmed.</summary>
    /// <param name="countMax">So many at most.</param>
    /// <param name="quietTime">It ends when none has come for so long.</param>
    /// <param name="cancellationToken">Ends it; what was sent by then stays sent.</param>
    /// <returns>How many were sent.</returns>
    /// <exception cref="MessagingException">A dead letter has only the beginning of its message; it stays, and those after it.</exception>
    public async Task<int> ReplayAsync(int countMax, TimeSpan quietTime, CancellationToken cancellationToken)
    {
        var options = new ConnectionOptions { Confirmation = _client.Traits.HeldConfirmation };
        await using var sender = await _client.ConnectAsync(_channel, options, cancellationToken).ConfigureAwait(false);
        return await ReadAsync(countMax, 1, quietTime, SendAsync, cancellationToken).ConfigureAwait(false);

        async Task SendAsync(ReceivedMessage message)
        {
            var letter = DeadLetter.Read(message, _channel);
            if (letter.IsCut) throw new MessagingException($"The dead letter '{letter.Message.Id}' of '{_channel}' has only the beginning of its message ({letter.Shortened}), which is not sent again. List it, and remove it.");
            await sender.SendAgainAsync(letter.Message, cancellationToken).ConfigureAwait(false);
            message.Ack();
        }
    }

    /// <summary>Removes dead letters.</summary>
    /// <inheritdoc cref="ReplayAsync"/>
    /// <returns>How many were removed.</returns>
    public Task<int> RemoveAsync(int countMax, TimeSpan quietTime, CancellationToken cancellationToken) => ReadAsync(countMax, 1, quietTime, AcknowledgeAsync, cancellationToken);

    private static Task AcknowledgeAsync(ReceivedMessage message)
    {
        message.Ack();
        return Task.CompletedTask;
    }

    private async Task<int> ReadAsync(int countMax, int unsettledMax, TimeSpan quietTime, Func<ReceivedMessage, Task> take, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(countMax);
        var options = new ReceiveOptions
        {
            MaxUnsettled = unsettledMax,
            Subscription = new SubscribeOptions { Group = ChannelDeadLetters.Group, DeadLetters = NoDeadLetters.Instance },
        };
        var count = 0;
        using var quiet = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        quiet.CancelAfter(quietTime);
        try
        {
            await foreach (var message in _client.ReceiveAsync(_deadChannel, options, quiet.Token).ConfigureAwait(false))
            {
                await take(message).ConfigureAwait(false);
                if (++count == countMax) break;
                quiet.CancelAfter(quietTime);
            }
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            // None has come for that long.
        }

        return count;
    }
}
