using System.Text.Json;
using Genie.Observing;

namespace Genie.EventStore.Subscriptions;

/// <summary>
/// A consumer among others of a group: each event goes to one of them, all events of a stream to the same one, in their order. Consumers
/// come and go; the store sees to it that a partition of the streams has one holder at a time, and keeps how far each is. After a crash, and
/// when a partition changes hands in mid-event, events since its checkpoint are handled again: a handler must be able to take an event twice.
/// </summary>
/// <remarks>
/// Consumers of the embedded store are in its process; those of PostgreSQL may be anywhere. A consumer that is halted loses its partitions
/// after <see cref="PostgreSql.PostgreSqlStoreOptions.Timeout"/>, and cannot save checkpoints for them any more.
/// </remarks>
public sealed class ConsumerGroup(IEventStore store, string name, Func<RecordedEvent, CancellationToken, ValueTask> handler) : EventConsumer
{
    /// <summary>Partitions that the streams of every group are shared out to: more consumers than these have nothing to do.</summary>
    public const int Partitions = 64;

    private const string ParkedPrefix = "$parked/";
    private const string ParkedType = "EventParked";

    /// <summary>Attempts at an event. After the last one it is parked, to be read by <see cref="ReadParkedAsync"/>, and its stream goes on. Default: without end.</summary>
    public int AttemptsMax { get; init; } = int.MaxValue;

    /// <summary>Events that wait for the handler in each partition. Default 256.</summary>
    public int QueueEvents { get; init; } = 256;

    /// <summary>How often checkpoints are saved, partitions shared out anew, and the store is told that this consumer lives. Default 1 s.</summary>
    public TimeSpan BalanceInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>A partition whose queue has had no room for so long is read again later, so that the others go on. Default 1 s.</summary>
    public TimeSpan StuckAfter { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Members of the group, as of the last <see cref="BalanceInterval"/>.</summary>
    public int Members { get; private set; }

    /// <summary>Partitions that this consumer holds, as of the last <see cref="BalanceInterval"/>.</summary>
    public int Held { get; private set; }

    /// <summary>What a group has parked, oldest first.</summary>
    public static async IAsyncEnumerable<ParkedEvent> ReadParkedAsync(IEventStore store, string group, [System.Runtime.CompilerServices.EnumeratorCancellation] CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(store);
        await foreach (var each in store.ReadStreamAsync(ParkedPrefix + group, 1, cancellationToken).ConfigureAwait(false))
            yield return JsonSerializer.Deserialize(each.Payload.Span, ParkedJson.Default.ParkedEvent)!;
    }

    private protected override void CheckOptions()
    {
        base.CheckOptions();
        ArgumentOutOfRangeException.ThrowIfLessThan(AttemptsMax, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(QueueEvents, 1);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(BalanceInterval, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThan(StuckAfter, TimeSpan.Zero);
    }

    private protected override async Task ConsumeAsync(CancellationToken cancellationToken)
    {
        var settings = new GroupSessionSettings
        {
            Filter = Filter,
            QueueEvents = QueueEvents,
            BalanceInterval = BalanceInterval,
            StuckAfter = StuckAfter,
            Clock = Clock,
            Balanced = (members, held) => (Members, Held) = (members, held),
        };
        await using var membership = await store.JoinGroupAsync(name, cancellationToken).ConfigureAwait(false);
        await new GroupSession(store, membership, settings, HandleAsync).RunAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Handles an event, with as many attempts as it takes or may have.</summary>
    private async Task HandleAsync(RecordedEvent recorded, CancellationToken cancellationToken)
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                await handler(recorded, cancellationToken).ConfigureAwait(false);
                Failures = 0;
                return;
            }
            catch (Exception error) when (!cancellationToken.IsCancellationRequested)
            {
                Observers.Tell(Failed, nameof(Failed), error);
                if (attempt >= AttemptsMax)
                {
                    await ParkAsync(recorded, error, cancellationToken).ConfigureAwait(false);
                    return;
                }
            }

            await PauseAsync(attempt, cancellationToken).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
        }
    }

    /// <summary>Keeps which event was given up, once: its position is the key.</summary>
    private async Task ParkAsync(RecordedEvent recorded, Exception error, CancellationToken cancellationToken)
    {
        var parked = new ParkedEvent(recorded.Stream, recorded.Version, recorded.Position, recorded.Type, error.Message);
        var payload = JsonSerializer.SerializeToUtf8Bytes(parked, ParkedJson.Default.ParkedEvent);
        var request = new AppendRequest(ParkedPrefix + name, new NewEvent[] { new(ParkedType, payload) }) { Key = new RequestKey(0, 0, (ulong)recorded.Position) };
        await store.AppendAsync(request, cancellationToken).ConfigureAwait(false);
    }
}
