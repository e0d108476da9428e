namespace Genie.Brokers.Conformance.Tools;

/// <summary>Sends and requests with many in flight.</summary>
internal static class Traffic
{
    /// <summary>Requests with the given numbers, so many at once; each answer must be its own request's.</summary>
    public static async Task RequestAsync(
        IBrokerConnection connection, long from, int count, int inFlight, int payloadBytes, CancellationToken cancellationToken)
    {
        var next = from - 1;
        await Task.WhenAll(Enumerable.Range(0, inFlight).Select(_ => Task.Run(LoopAsync, cancellationToken))).ConfigureAwait(false);

        async Task LoopAsync()
        {
            for (var number = Interlocked.Increment(ref next); number < from + count; number = Interlocked.Increment(ref next))
            {
                await RequestOneAsync(connection, number, payloadBytes, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    /// <summary>One request; the answer must be the same bytes.</summary>
    public static async Task RequestOneAsync(IBrokerConnection connection, long number, int payloadBytes, CancellationToken cancellationToken)
    {
        var payload = Payloads.Numbered(number, payloadBytes);
        using var reply = await connection.RequestAsync(payload, cancellationToken).ConfigureAwait(false);
        var seen = reply.Payload.Span;
        Expect.That(
            seen.Length < sizeof(long) || Payloads.NumberOf(seen) == number, $"the answer to request {number}",
            $"the answer to request {(seen.Length < sizeof(long) ? -1 : Payloads.NumberOf(seen))}");
        Payloads.ExpectSame(payload, seen, "an answer");
    }

    /// <summary>Sends the numbers in order, up to <paramref name="unconfirmed"/> of them pending, and awaits every confirmation.</summary>
    public static async Task SendAsync(
        IBrokerConnection connection, long from, int count, int payloadBytes, CancellationToken cancellationToken, int unconfirmed = 64)
    {
        var pending = new Queue<Task>();
        for (var number = from; number < from + count; number++)
        {
            pending.Enqueue(connection.SendAsync(Payloads.Numbered(number, payloadBytes), cancellationToken).AsTask());
            if (pending.Count >= unconfirmed) await pending.Dequeue().ConfigureAwait(false);
        }

        await Task.WhenAll(pending).ConfigureAwait(false);
    }

    /// <summary>The numbers that <see cref="SendAsync"/> sends.</summary>
    public static IReadOnlyCollection<long> Numbers(long from, int count) => [.. Enumerable.Range(0, count).Select(i => from + i)];
}
