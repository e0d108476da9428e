using System.Buffers;
using Genie.Brokers;
using Genie.Brokers.Nats;

namespace NatsPingPong;

/// <summary>The drivers under their names on the command line.</summary>
internal static class Candidates
{
    public static bool IsBare(string candidate) => candidate.StartsWith("bare", StringComparison.Ordinal);

    public static IBroker Create(Arguments arguments) =>
        NatsDrivers.All.Single(driver => driver.Client == arguments.Candidate.Split('-')[0]).Create(new NatsOptions { Url = arguments.Url });

    public static ConnectionOptions Connection(Arguments arguments) => new()
    {
        InlineContinuations = IsInline(arguments), MaxInFlight = Math.Max(1024, arguments.InFlight),
    };

    public static ListenOptions Listener(Arguments arguments) => new() { InlineHandler = IsInline(arguments), Prefetch = 4096 };

    public static ValueTask Echo(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        foreach (var segment in message) reply.Write(segment.Span);
        return ValueTask.CompletedTask;
    }

    private static bool IsInline(Arguments arguments) => arguments.Candidate.EndsWith("-inline", StringComparison.Ordinal);
}
