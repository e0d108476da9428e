using System.Diagnostics;
using Genie.Benchmarks.Load.Control;
using Genie.Grains;

namespace Genie.Benchmarks.Load.Faults;

/// <summary>Processes under load, to which one fault happens: how the load goes on is watched, and that it does.</summary>
/// <typeparam name="TProcess">One of the processes.</typeparam>
internal sealed class FaultScene<TProcess>
    where TProcess : ReadyProcess
{
    // Three probes are missed, two others must agree, and the one that was halted must find it in the table.
    private const int ProbesUntilDead = 3;
    private const int HaltedProbes = 4 * ProbesUntilDead;

    private static readonly TimeSpan RevivePause = TimeSpan.FromSeconds(1);

    private readonly FaultPlan _plan;
    private readonly string _fault;
    private readonly RepeatingLoad _load;
    private readonly ProcessGroup<TProcess> _group;
    private readonly Task _running;

    private FaultScene(FaultPlan plan, string fault, RepeatingLoad load, ProcessGroup<TProcess> group, CancellationToken stop)
    {
        (_plan, _fault, _load, _group) = (plan, fault, load, group);
        _running = load.RunAsync(stop);
    }

    /// <summary>Runs the load until every sender is answered, lets the fault happen, and waits until they are answered again.</summary>
    /// <param name="plan">How long things may take.</param>
    /// <param name="fault">Its name.</param>
    /// <param name="load">The senders.</param>
    /// <param name="group">Whom they ask.</param>
    /// <param name="inflict">Lets the fault happen, and brings the group back to its size.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="GrainException">What should have followed did not.</exception>
    public static async Task RunAsync(
        FaultPlan plan, string fault, RepeatingLoad load, ProcessGroup<TProcess> group, Func<FaultScene<TProcess>, CancellationToken, Task> inflict, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var scene = new FaultScene<TProcess>(plan, fault, load, group, stop.Token);
        try
        {
            await scene.RecoverAsync(stop.Token).ConfigureAwait(false);
            load.BeginWatch();
            await inflict(scene, stop.Token).ConfigureAwait(false);
            await scene.RecoverAsync(stop.Token).ConfigureAwait(false);
            load.Finish();
            await scene._running.WaitAsync(plan.RecoveryTimeout, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            await stop.CancelAsync().ConfigureAwait(false);
            await scene._running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Waits until every sender is answered again, with others in the place of processes that end.</summary>
    /// <exception cref="GrainException">They were not.</exception>
    public async Task RecoverAsync(CancellationToken cancellationToken)
    {
        var answers = _load.AnswersAsync(_plan.AnswersBetween, _running, cancellationToken);
        for (var begin = Stopwatch.GetTimestamp(); !answers.IsCompleted; await _group.ReviveAsync(cancellationToken).ConfigureAwait(false))
        {
            if (Stopwatch.GetElapsedTime(begin) > _plan.RecoveryTimeout) throw NotRecovered($"a sender had fewer than {_plan.AnswersBetween} answers");
            await Task.WhenAny(answers, Task.Delay(RevivePause, cancellationToken)).ConfigureAwait(false);
        }

        await answers.ConfigureAwait(false);
    }

    /// <summary>Halts one until the others have declared it dead. When it goes on it may finish what it was at, which must do no harm; it finds out, and ends.</summary>
    /// <exception cref="GrainException">Senders were not answered meanwhile, or it did not end.</exception>
    public async Task HaltAsync(TProcess victim, CancellationToken cancellationToken)
    {
        await victim.PauseAsync(isHalted: true).ConfigureAwait(false);
        try
        {
            await Task.WhenAll(Task.Delay(_plan.ProbeTimeout * HaltedProbes, cancellationToken), RecoverAsync(cancellationToken)).ConfigureAwait(false);
        }
        finally
        {
            await victim.PauseAsync(isHalted: false).ConfigureAwait(false);
        }

        await UntilEndedAsync(victim, cancellationToken).ConfigureAwait(false);
        await _group.ReviveAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Waits until every sender is answered by those that are there, whoever ends.</summary>
    /// <exception cref="GrainException">They were not.</exception>
    public async Task AnswersAsync(string meanwhile, CancellationToken cancellationToken)
    {
        try
        {
            await _load.AnswersAsync(_plan.AnswersBetween, _running, cancellationToken).WaitAsync(_plan.RecoveryTimeout, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            throw NotRecovered($"{meanwhile}, a sender had fewer than {_plan.AnswersBetween} answers");
        }
    }

    /// <summary>Waits until one has ended that the others have declared dead.</summary>
    /// <exception cref="GrainException">It did not.</exception>
    public async Task UntilEndedAsync(TProcess victim, CancellationToken cancellationToken)
    {
        await Task.WhenAny(victim.Ended, Task.Delay(_plan.RecoveryTimeout, cancellationToken)).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        if (!victim.Ended.IsCompleted) throw NotRecovered("a process that the others should have declared dead did not end");
    }

    /// <summary>Waits until some call has ended with an error.</summary>
    /// <exception cref="GrainException">None did; <paramref name="what"/> says so.</exception>
    public async Task UntilErrorAsync(Func<string, bool> isIt, string what, CancellationToken cancellationToken)
    {
        for (var begin = Stopwatch.GetTimestamp(); !_load.Errors.Keys.Any(isIt);)
        {
            if (_running.IsCompleted) await _running.ConfigureAwait(false);
            if (Stopwatch.GetElapsedTime(begin) > _plan.RecoveryTimeout) throw NotRecovered(what);
            await Task.Delay(RevivePause, cancellationToken).ConfigureAwait(false);
        }
    }

    private GrainException NotRecovered(string what) => new(
        $"With {_fault}, {what} within {_plan.RecoveryTimeout.TotalSeconds:0} s (seed {_plan.Seed}). {string.Join("; ", _load.Errors.Select(each => $"{each.Value} x {each.Key}"))}", isTransient: false);
}
