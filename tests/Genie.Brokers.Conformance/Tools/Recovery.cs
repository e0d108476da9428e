namespace Genie.Brokers.Conformance.Tools;

/// <summary>Waits until a connection and a listener work again.</summary>
internal static class Recovery
{
    /// <summary>Asks until a request is answered.</summary>
    public static async Task ExpectAsync(IBrokerConnection connection, ConformanceSubject subject, string when, CancellationToken cancellationToken)
    {
        var deadline = Environment.TickCount64 + (long)subject.Timeout.TotalMilliseconds;
        while (true)
        {
            try
            {
                await Traffic.RequestOneAsync(connection, 1, 64, cancellationToken).ConfigureAwait(false);
                return;
            }
            catch (BrokerException error)
            {
                if (Environment.TickCount64 > deadline) throw new ConformanceException($"an answer {when}", $"{error.GetType().Name}: {error.Message} after {subject.Timeout.TotalSeconds:0} s", error);
                await Task.Delay(20, cancellationToken).ConfigureAwait(false);
            }
        }
    }
}
