namespace Genie.Brokers.Conformance.Laboratory;

/// <summary>Counts what became of a scene after the weather, and says what was not as it must be.</summary>
internal sealed class LabVerdict(LabScene scene)
{
    // To know how long it takes, where it takes too long.
    private static readonly TimeSpan RecoverTimeout = TimeSpan.FromSeconds(30);

    // Where nothing is kept, what has not arrived by then never will.
    private static readonly TimeSpan OnItsWayTimeout = TimeSpan.FromSeconds(2);

    private readonly List<string> _failures = [];
    private readonly List<string> _contractFailures = [];

    public IReadOnlyList<string> Failures => _failures;

    public IReadOnlyList<string> ContractFailures => _contractFailures;

    public void Fail(string what) => _failures.Add(what);

    /// <summary>Waits until requests are answered again and what was confirmed has arrived, and closes everything.</summary>
    public async Task<LabResult> AfterRecoveryAsync(TimeSpan arriveTimeout, CancellationToken cancellationToken)
    {
        var load = scene.Load;
        load.NoteRecovered();
        await WaitAsync(() => load.TimeToRecover is not null, RecoverTimeout, cancellationToken).ConfigureAwait(false);
        var max = scene.Check.RecoverMax + load.Noise;
        if (load.TimeToRecover is null) Fail($"no answer within {RecoverTimeout.TotalSeconds:0} s");
        else if (load.TimeToRecover > max) Fail(FormattableString.Invariant($"the first answer after {load.TimeToRecover.Value.TotalSeconds:0.0} s, where {max.TotalSeconds:0.0} s are allowed"));
        await load.StopAsync().ConfigureAwait(false);
        var confirmed = load.Confirmed;
        await WaitAsync(() => confirmed.All(scene.Arrivals.Has), scene.Traits.HoldsWithoutListener ? arriveTimeout : OnItsWayTimeout, cancellationToken).ConfigureAwait(false);
        if (await scene.CloseAsync().ConfigureAwait(false) is null) FailContract("disposal did not end");
        return Count(load.TimeToRecover ?? RecoverTimeout, confirmed.Count(number => !scene.Arrivals.Has(number)));
    }

    /// <summary>Closes everything at once; every request must end by that.</summary>
    public async Task<LabResult> AfterDisposalAsync()
    {
        var closing = await scene.CloseAsync().ConfigureAwait(false);
        if (closing is null) FailContract("disposal did not end");
        await scene.Load.StopAsync().ConfigureAwait(false);

        // What was confirmed lies with the server, or is nobody's where a system keeps nothing.
        return Count(closing ?? TimeSpan.FromSeconds(45), lost: 0);
    }

    private LabResult Count(TimeSpan recover, long lost)
    {
        var load = scene.Load;
        var doubled = scene.Arrivals.TwiceFrom(LabLoad.FirstNumber);
        if (load.Late > 0) FailContract($"{load.Late} callers past their deadline");
        if (lost > 0 && scene.Traits.HoldsWithoutListener && scene.Confirmation >= LeastThatMayNotBeLost) Fail($"{lost} messages confirmed as {scene.Confirmation} are lost");
        if (doubled > 0 && !scene.Traits.CanRedeliver) Fail($"{doubled} messages handled twice");
        if (!scene.Check.MayRefuse && load.Refusals.FirstOrDefault() is { } refusal) Fail($"an error that is not transient: {refusal}");
        return new LabResult { Check = scene.Check, RecoverMilliseconds = (long)recover.TotalMilliseconds, Lost = lost, Doubled = doubled, LateCallers = load.Late, Seed = scene.Seed };
    }

    // What has only left the process is promised to nobody; a server that was killed keeps what its traits say.
    private Confirmation LeastThatMayNotBeLost => scene.Check.Needs == LabNeed.OwnServer ? scene.Traits.OutlivesServer : Confirmation.Accepted;

    private void FailContract(string what)
    {
        _failures.Add(what);
        _contractFailures.Add(what);
    }

    private static async Task WaitAsync(Func<bool> holds, TimeSpan timeout, CancellationToken cancellationToken)
    {
        for (var end = Environment.TickCount64 + (long)timeout.TotalMilliseconds; !holds() && Environment.TickCount64 < end;)
        {
            await Task.Delay(20, cancellationToken).ConfigureAwait(false);
        }
    }
}
