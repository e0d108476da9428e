using System.Diagnostics;
using Genie.Brokers.Conformance.Tools;
using Genie.Brokers.Links;
using Genie.Faults;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class DeadlinesAreKept : ConformanceCheck
{
    private const double LateFactor = 1.1;

    // Whatever makes all of a busy machine's waits long for a moment does not do so each time; a deadline that is not kept is never kept.
    private const int Attempts = 3;

    // Beside the calls: it ends late where the machine is too busy for any deadline.
    private static readonly Call PlainWait = new("a plain wait", static token => new ValueTask(Task.Delay(Deadline, token)), HasToken: false);

    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LongDeadline = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Noise = TimeSpan.FromMilliseconds(100);

    public override string Name => "deadlines-are-kept";

    public override string Description => "With a server that says nothing any more, each call ends with its time-out or its token, at most a tenth later.";

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        if (subject is { AtPort: not null, ServerPort: > 0 })
        {
            await using var relay = TcpFaultProxy.Start(subject.ServerPort);
            await RunAsync(subject, bench, relay.EndPoint.Port, () => relay.Begin(TcpFault.ZeroWindow, FaultDirections.Both), relay.Heal, cancellationToken).ConfigureAwait(false);
        }
        else if (subject.PauseServer is { } pause)
        {
            await RunAsync(subject, bench, port: null, () => pause(true), () => pause(false), cancellationToken).ConfigureAwait(false);
        }
        else
        {
            throw new CheckNotApplicableException("the server can neither be reached through a relay nor halted");
        }
    }

    private static async Task RunAsync(ConformanceSubject subject, Bench bench, int? port, Action silence, Action wake, CancellationToken cancellationToken)
    {
        await using var listener = await bench.ListenAsync(Handlers.Echo).ConfigureAwait(false);
        await using var broker = port is { } relayed ? subject.AtPort!(relayed) : subject.CreateBroker();
        await using var hasty = InHaste(subject, port);
        List<Call> calls = [];
        foreach (var level in bench.Broker.Traits.Confirmations)
        {
            calls.AddRange(CallsOf(await ConnectAsync(level, Deadline).ConfigureAwait(false), $" at {level}", hasToken: false));
            calls.AddRange(CallsOf(await ConnectAsync(level, LongDeadline).ConfigureAwait(false), $" at {level}", hasToken: true));
        }

        calls.AddRange(OpeningsBy(broker, bench.Channel, hasToken: true));
        if (hasty is not null) calls.AddRange(OpeningsBy(hasty, bench.Channel, hasToken: false));
        calls.Add(new("a deletion", token => broker.DeleteChannelAsync(bench.Channel, token), HasToken: true));
        silence();
        try
        {
            await ExpectInTimeAsync(calls, subject, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            wake();
        }

        async Task<IBrokerConnection> ConnectAsync(Confirmation level, TimeSpan timeout)
        {
            var connection = await broker.ConnectAsync(bench.Channel, new ConnectionOptions { Confirmation = level, RequestTimeout = timeout }, cancellationToken).ConfigureAwait(false);
            await Recovery.ExpectAsync(connection, subject, "before the server falls silent", cancellationToken).ConfigureAwait(false);
            return connection;
        }
    }

    private static async Task ExpectInTimeAsync(IReadOnlyList<Call> calls, ConformanceSubject subject, CancellationToken cancellationToken)
    {
        var limit = TimeSpan.Zero;
        (Call Call, TimeSpan Elapsed)[] late = [.. calls.Select(call => (call, TimeSpan.Zero))];
        for (var attempt = 0; attempt < Attempts && late.Length > 0; attempt++)
        {
            using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            deadline.CancelAfter(Deadline);
            var plain = MeasureAsync(PlainWait, cancellationToken);
            var measured = Task.WhenAll(late.Select(one => MeasureAsync(one.Call, one.Call.HasToken ? deadline.Token : cancellationToken)));
            await Expect.EndsAsync(measured, subject.Timeout, $"each of {string.Join(", ", late.Select(one => one.Call))}").ConfigureAwait(false);
            limit = (await plain.ConfigureAwait(false)).Elapsed + (Deadline * (LateFactor - 1)) + Noise;
            late = [.. (await measured.ConfigureAwait(false)).Where(one => one.Elapsed > limit)];
        }

        Expect.That(
            late.Length == 0, FormattableString.Invariant($"an end within {limit.TotalSeconds:0.00} s where {Deadline.TotalSeconds:0.##} s are given"),
            string.Join(", ", late.Select(one => FormattableString.Invariant($"{one.Call} after {one.Elapsed.TotalSeconds:0.00} s"))));
    }

    /// <summary>How long a call takes, whether it ends well or with an error.</summary>
    private static async Task<(Call Call, TimeSpan Elapsed)> MeasureAsync(Call call, CancellationToken cancellationToken)
    {
        var begun = 0L;
        var running = Task.Run(
            () =>
            {
                begun = Stopwatch.GetTimestamp();
                return call.Run(cancellationToken).AsTask();
            },
            CancellationToken.None);
        await running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return (call, Stopwatch.GetElapsedTime(begun));
    }

    // A broker with little time to connect: of systems that share that setting.
    private static IBroker? InHaste(ConformanceSubject subject, int? port)
    {
        if (subject.Options is not ServerOptions options) return null;
        var hasty = options with { ConnectTimeout = Deadline };
        var property = hasty.GetType().GetProperty("Url")!;
        var url = (Uri)property.GetValue(hasty)!;
        if (port is { } relayed) property.SetValue(hasty, new Uri($"{url.Scheme}://{(url.UserInfo.Length > 0 ? url.UserInfo + "@" : "")}127.0.0.1:{relayed}{url.PathAndQuery}"));
        return subject.Driver.Create(hasty);
    }

    private static IEnumerable<Call> OpeningsBy(IBroker broker, string channel, bool hasToken)
    {
        yield return new("a connection", async token => await broker.ConnectAsync(channel, new ConnectionOptions(), token).ConfigureAwait(false), hasToken);
        yield return new("a listener", async token => await broker.ListenAsync(channel, new ListenOptions(), Handlers.Echo, token).ConfigureAwait(false), hasToken);
    }

    private static IEnumerable<Call> CallsOf(IBrokerConnection connection, string where, bool hasToken)
    {
        var message = Payloads.Numbered(1, 64);
        yield return new("a send" + where, token => connection.SendAsync(message, token), hasToken);
        yield return new("a request" + where, async token => (await connection.RequestAsync(message, token).ConfigureAwait(false)).Dispose(), hasToken);
        yield return new("a flush" + where, connection.FlushAsync, hasToken);
    }

    /// <param name="What">What is asked for.</param>
    /// <param name="Run">Asks for it.</param>
    /// <param name="HasToken">Its deadline is its token's; else that of the connection or the broker.</param>
    private sealed record Call(string What, Func<CancellationToken, ValueTask> Run, bool HasToken)
    {
        public override string ToString() => What + (HasToken ? "'s token" : "'s time-out");
    }
}
