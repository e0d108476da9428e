using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Measurement;
using Genie.Brokers;
using Genie.EventStore;

namespace Genie.Benchmarks.Load.Workers;

/// <summary>The worker process's side of the control channel: does what the client asks until the channel ends.</summary>
/// <param name="channel">The way to the client.</param>
/// <param name="start">Starts a session for a job.</param>
internal sealed class ControlledWorker(JsonLineChannel channel, Func<WorkerJob, CancellationToken, Task<WorkerSession>> start)
{
    private WorkerSession? _session;

    /// <summary>Runs until the client closes its end.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        try
        {
            while (await channel.ReceiveAsync(ControlJsonContext.Default.WorkerRequest, cancellationToken).ConfigureAwait(false) is { } request)
            {
                var reply = await AnswerAsync(request, cancellationToken).ConfigureAwait(false);
                await channel.SendAsync(reply, ControlJsonContext.Default.WorkerReply, cancellationToken).ConfigureAwait(false);
            }
        }
        catch (IOException)
        {
            // The client has gone; so does the worker.
        }
        finally
        {
            await EndSessionAsync().ConfigureAwait(false);
        }
    }

    private async Task<WorkerReply> AnswerAsync(WorkerRequest request, CancellationToken cancellationToken)
    {
        try
        {
            if (request.Verb == WorkerVerb.Rest)
            {
                await EndSessionAsync().ConfigureAwait(false);
                ProcessRest.Begin();
                return new WorkerReply();
            }

            if (request.Verb == WorkerVerb.Listen)
            {
                await EndSessionAsync().ConfigureAwait(false);
                ProcessRest.End();
                _session = await start(request.Job ?? throw new InvalidDataException("Nothing to listen to: the job is missing."), cancellationToken).ConfigureAwait(false);
                return new WorkerReply { Identity = _session.Identity };
            }

            var session = _session ?? throw new InvalidOperationException($"The worker does not listen yet, so it cannot do '{request.Verb}'.");
            if (request.Verb == WorkerVerb.Begin) session.Begin(request.Run, request.Client, request.ClockOffsetNanoseconds);
            if (request.Verb == WorkerVerb.Pause) await session.PauseAsync().ConfigureAwait(false);
            if (request.Verb == WorkerVerb.Resume) await session.ResumeAsync(cancellationToken).ConfigureAwait(false);
            return new WorkerReply
            {
                Received = session.Received(request.Client),
                CompileMilliseconds = CompiledCode.Time.TotalMilliseconds,
                Resources = request.Verb == WorkerVerb.Resources ? ResourceSample.Now() : null,
                Report = request.Verb == WorkerVerb.Report ? await session.ReportAsync(cancellationToken, request.Client).ConfigureAwait(false) : null,
            };
        }
        catch (Exception error) when (error is not OperationCanceledException)
        {
            return new WorkerReply { IsTransient = error is BrokerException { IsTransient: true }, Error = error is BrokerException or EventStoreException ? error.Message : $"The worker failed: {error.GetType().Name}: {error.Message}" };
        }
    }

    private async Task EndSessionAsync()
    {
        if (_session is not { } session) return;
        _session = null;
        await session.DisposeAsync().ConfigureAwait(false);
    }
}
