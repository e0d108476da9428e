using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class NothingLeftBehind : ConformanceCheck
{
    private const int Rounds = 5;

    private const int MaxLooks = 20;
    private const int UnchangedLooks = 5;

    private static readonly TimeSpan LookEvery = TimeSpan.FromMilliseconds(100);

    public override string Name => "nothing-left-behind";

    public override string Description => "After brokers with connections and listeners were used and disposed, no socket, no thread and no task's unobserved error remains.";

    public override bool RunsAlone => true;

    public override ConformanceScope Scope => ConformanceScope.Client;

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        if (!ProcessCensus.IsSupported) throw new CheckNotApplicableException("counting sockets and threads needs Linux");

        // Libraries keep a few things for the life of the process, made at first use.
        await UseAsync(subject, cancellationToken).ConfigureAwait(false);
        using var errors = new UnobservedErrors();
        var before = await SettledAsync(cancellationToken).ConfigureAwait(false);
        for (var round = 0; round < Rounds; round++)
        {
            await UseAsync(subject, cancellationToken).ConfigureAwait(false);
        }

        await Expect.EventuallyAsync(
            () => ProcessCensus.Take().BeyondOf(before) is null, subject.Timeout, "nothing left behind",
            () => ProcessCensus.Take().BeyondOf(before) ?? "nothing", cancellationToken).ConfigureAwait(false);
        errors.ExpectNone();
    }

    // What earlier tests closed may take a moment to go; a census that starts too high would hide a leak.
    private static async Task<ProcessCensus> SettledAsync(CancellationToken cancellationToken)
    {
        var lowest = ProcessCensus.Take();
        for (var (looks, unchanged) = (0, 0); looks < MaxLooks && unchanged < UnchangedLooks; looks++)
        {
            await Task.Delay(LookEvery, cancellationToken).ConfigureAwait(false);
            var now = ProcessCensus.Take();
            unchanged = lowest.BeyondOf(now) is null ? unchanged + 1 : 0;
            if (now.BeyondOf(lowest) is null) lowest = now;
        }

        return lowest;
    }

    private static async Task UseAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var listener = await bench.ListenAsync(
            async (message, reply, token) =>
            {
                if (Payloads.NumberOf(message) < 0) await gate.Task.WaitAsync(token).ConfigureAwait(false);
                await Handlers.Echo(message, reply, token).ConfigureAwait(false);
            }).ConfigureAwait(false);
        var connections = new List<IBrokerConnection>();
        for (var i = 0; i < 3; i++)
        {
            connections.Add(await bench.ConnectAsync().ConfigureAwait(false));
            await Traffic.RequestAsync(connections[i], 0, 50, 8, 64, cancellationToken).ConfigureAwait(false);
        }

        // One request is pending when its connection goes, which is where errors are forgotten.
        var pending = connections[0].RequestAsync(Payloads.Numbered(-1, 64), cancellationToken).AsTask();
        await connections[0].DisposeAsync().ConfigureAwait(false);
        await Expect.EndsAsync(pending, subject.Timeout, "a request on a connection that was disposed").ConfigureAwait(false);
        _ = pending.Exception;
        gate.SetResult();
        foreach (var connection in connections) await connection.DisposeAsync().ConfigureAwait(false);
        await listener.DisposeAsync().ConfigureAwait(false);
    }
}
