using System.Threading.Channels;
using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Load.Workers;

namespace Genie.Benchmarks.Load.Crews;

/// <summary>A client of a crew: measures jobs as <see cref="LoadProcess"/> does, but its worker is shared, and reached by the way that its jobs come; until that ends.</summary>
/// <param name="channel">The way to who leads the crew.</param>
internal sealed class LoadSeat(JsonLineChannel channel) : ILoadCrew
{
    private const string Ended = "Who leads the measurement has gone.";

    private readonly Channel<LoadJob> _jobs = Channel.CreateUnbounded<LoadJob>();
    private readonly Channel<WorkerReply> _replies = Channel.CreateUnbounded<WorkerReply>();
    private readonly Channel<bool> _starts = Channel.CreateUnbounded<bool>();
    private readonly TaskCompletionSource<string> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Measures until the channel ends.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var stop = new CancellationTokenSource();
        var listening = ListenAsync(stop, cancellationToken);
        await using (var host = new LoadHost(this))
        {
            await foreach (var job in _jobs.Reader.ReadAllAsync(CancellationToken.None).ConfigureAwait(false))
            {
                var rows = await host.MeasureAsync(job, Report, stop.Token).ConfigureAwait(false);
                await SendAsync(new SeatReport { Event = new LoadEvent { Rows = rows } }).ConfigureAwait(false);
            }
        }

        await listening.ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public RemoteWorker JoinWorker() => new(ExchangeAsync, _ended.Task, () => ValueTask.CompletedTask);

    /// <inheritdoc/>
    public async Task MeetAsync(string phase, CancellationToken cancellationToken)
    {
        await SendAsync(new SeatReport { Ready = phase }).ConfigureAwait(false);
        await _starts.Reader.ReadAsync(cancellationToken).ConfigureAwait(false);
    }

    private async Task ListenAsync(CancellationTokenSource stop, CancellationToken cancellationToken)
    {
        try
        {
            while (await channel.ReceiveAsync(ControlJsonContext.Default.SeatOrder, cancellationToken).ConfigureAwait(false) is { } order)
            {
                if (order.Job is { } job) _jobs.Writer.TryWrite(job);
                else if (order.Reply is { } reply) _replies.Writer.TryWrite(reply);
                else if (order.Go) _starts.Writer.TryWrite(true);
                else if (order.Stop) await stop.CancelAsync().ConfigureAwait(false);
            }
        }
        catch (IOException)
        {
            // It has gone; what that means follows.
        }
        finally
        {
            // The worker is out of reach, and nobody waits for a row.
            _ended.TrySetResult(Ended);
            _replies.Writer.TryComplete();
            _jobs.Writer.TryComplete();
            await stop.CancelAsync().ConfigureAwait(false);
        }
    }

    private async Task<WorkerReply> ExchangeAsync(WorkerRequest request, CancellationToken cancellationToken)
    {
        await SendAsync(new SeatReport { Ask = request }).ConfigureAwait(false);
        try
        {
            return await _replies.Reader.ReadAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (ChannelClosedException error)
        {
            throw new IOException(Ended, error);
        }
    }

    // Who reports progress does not wait for the link.
    private void Report(LoadEvent progress) => _ = SendAsync(new SeatReport { Event = progress });

    private async Task SendAsync(SeatReport report)
    {
        try
        {
            await channel.SendAsync(report, ControlJsonContext.Default.SeatReport, CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception error) when (error is IOException or ObjectDisposedException)
        {
            // It has gone; the end of what it sends tells so.
        }
    }
}
