using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Load.Workers;

/// <summary>A worker at the other end of a control channel. One request at a time.</summary>
internal sealed class RemoteWorker : IWorker
{
    private const string ListenerScheme = "tcp://";

    private readonly Func<WorkerRequest, CancellationToken, Task<WorkerReply>> _exchange;
    private readonly Task<string> _ended;
    private readonly Func<ValueTask> _end;
    private readonly Action? _kill;
    private readonly SemaphoreSlim _turn = new(1);

    /// <summary>A worker that was started but listens to nothing yet.</summary>
    /// <param name="channel">The way to it.</param>
    /// <param name="ended">Completes when it has ended, with why.</param>
    /// <param name="end">Ends it.</param>
    /// <param name="kill">Ends it as a crash would, where that can be done.</param>
    public RemoteWorker(JsonLineChannel channel, Task<string> ended, Func<ValueTask> end, Action? kill = null)
        : this((request, cancellationToken) => ExchangeAsync(channel, request, cancellationToken), ended, end, kill)
    {
    }

    /// <summary>The same, by another way than a channel of its own.</summary>
    /// <param name="exchange">Has a request answered; fails with an <see cref="IOException"/> where the worker has ended.</param>
    /// <param name="ended">Completes when it has ended, with why.</param>
    /// <param name="end">Ends it.</param>
    /// <param name="kill">Ends it as a crash would, where that can be done.</param>
    public RemoteWorker(Func<WorkerRequest, CancellationToken, Task<WorkerReply>> exchange, Task<string> ended, Func<ValueTask> end, Action? kill = null)
    {
        _kill = kill;
        _exchange = exchange;
        _ended = ended;
        _end = end;
        Death = FailAtDeathAsync();

        // Nobody need look at it: a worker that is no longer needed ends too.
        _ = Death.ContinueWith(static task => task.Exception, TaskScheduler.Default);
    }

    /// <inheritdoc/>
    public Task Death { get; }

    /// <summary>Starts a process of its own.</summary>
    /// <param name="command">A shell command whose input and output reach a <c>genie worker --controlled</c>, as through
    /// ssh to another host; or <c>tcp://HOST:PORT</c> of a <c>genie worker --listen</c>; null to start one here.</param>
    public static RemoteWorker StartProcess(string? command)
    {
        var child = command switch
        {
            null => ChildProgram.StartSelf("worker", "worker", "--controlled"),
            _ when command.StartsWith(ListenerScheme, StringComparison.Ordinal) => ChildProgram.StartSelf("worker", "worker", "--relay", command[ListenerScheme.Length..]),
            _ => ChildProgram.Start("worker", "/bin/sh", "-c", command),
        };
        return new RemoteWorker(child.Channel, child.Ended, child.DisposeAsync, child.Kill);
    }

    /// <summary>Lets it listen; when the task completes, it receives what is sent from now on.</summary>
    /// <returns>Who listens, where the job is encrypted; else null.</returns>
    /// <exception cref="BrokerException">It could not; the message is its own.</exception>
    public async Task<string?> ListenAsync(WorkerJob job, CancellationToken cancellationToken) =>
        (await AskAsync(new WorkerRequest { Verb = WorkerVerb.Listen, Job = job }, cancellationToken).ConfigureAwait(false)).Identity;

    /// <inheritdoc/>
    public Task BeginAsync(ulong run, CancellationToken cancellationToken) =>
        AskAsync(new WorkerRequest { Verb = WorkerVerb.Begin, Run = run }, cancellationToken);

    /// <inheritdoc/>
    public Task PauseAsync(CancellationToken cancellationToken) => AskAsync(new WorkerRequest { Verb = WorkerVerb.Pause }, cancellationToken);

    /// <inheritdoc/>
    public Task ResumeAsync(CancellationToken cancellationToken) => AskAsync(new WorkerRequest { Verb = WorkerVerb.Resume }, cancellationToken);

    /// <inheritdoc/>
    public async Task<long> ReceivedAsync(CancellationToken cancellationToken) =>
        (await AskAsync(new WorkerRequest { Verb = WorkerVerb.Received }, cancellationToken).ConfigureAwait(false)).Received;

    /// <inheritdoc/>
    public async Task<TimeSpan> CompileTimeAsync(CancellationToken cancellationToken) => TimeSpan.FromMilliseconds(
        (await AskAsync(new WorkerRequest { Verb = WorkerVerb.Received }, cancellationToken).ConfigureAwait(false)).CompileMilliseconds);

    /// <summary>Lets it stop listening; it stays, warm, for <see cref="ListenAsync"/> with another job.</summary>
    public Task RestAsync(CancellationToken cancellationToken) => AskAsync(new WorkerRequest { Verb = WorkerVerb.Rest }, cancellationToken);

    /// <inheritdoc/>
    public async Task<ResourcePoint?> ResourcesAsync(CancellationToken cancellationToken) =>
        (await AskAsync(new WorkerRequest { Verb = WorkerVerb.Resources }, cancellationToken).ConfigureAwait(false)).Resources;

    /// <inheritdoc/>
    public async Task<WorkerReport> ReportAsync(CancellationToken cancellationToken) =>
        (await AskAsync(new WorkerRequest { Verb = WorkerVerb.Report }, cancellationToken).ConfigureAwait(false)).Report
            ?? throw new BrokerException("The worker answered without its report.", isTransient: false);

    /// <summary>Ends it without any warning (SIGKILL); completes when it is gone.</summary>
    public async Task KillAsync()
    {
        (_kill ?? throw new InvalidOperationException("This worker cannot be killed from here."))();
        await _ended.ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _end().ConfigureAwait(false);
        _turn.Dispose();
    }

    private async Task FailAtDeathAsync() => throw new WorkerDiedException(await _ended.ConfigureAwait(false));

    private static async Task<WorkerReply> ExchangeAsync(JsonLineChannel channel, WorkerRequest request, CancellationToken cancellationToken)
    {
        await channel.SendAsync(request, ControlJsonContext.Default.WorkerRequest, cancellationToken).ConfigureAwait(false);
        return await channel.ReceiveAsync(ControlJsonContext.Default.WorkerReply, cancellationToken).ConfigureAwait(false) ?? throw new IOException("The worker closed its pipe.");
    }

    private async Task<WorkerReply> AskAsync(WorkerRequest request, CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            var reply = await _exchange(request, cancellationToken).ConfigureAwait(false);
            return reply.Error is null ? reply : throw new BrokerException(reply.Error, reply.IsTransient);
        }
        catch (Exception error) when (error is IOException or ObjectDisposedException)
        {
            throw new WorkerDiedException(await _ended.ConfigureAwait(false), error);
        }
        finally
        {
            _turn.Release();
        }
    }
}
