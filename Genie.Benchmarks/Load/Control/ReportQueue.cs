using System.Threading.Channels;

namespace Genie.Benchmarks.Load.Control;

/// <summary>Sends a load process's events in order without making who reports wait for the pipe.</summary>
internal sealed class ReportQueue
{
    private readonly Channel<LoadEvent> _queue = Channel.CreateUnbounded<LoadEvent>(new UnboundedChannelOptions { SingleReader = true });
    private readonly Task _sending;

    /// <summary>Starts sending.</summary>
    public ReportQueue(JsonLineChannel channel) => _sending = SendAsync(channel);

    /// <summary>Queues an event.</summary>
    public void Add(LoadEvent report) => _queue.Writer.TryWrite(report);

    /// <summary>Queues the last one; completes when all were sent.</summary>
    public async Task EndAsync(LoadEvent last)
    {
        Add(last);
        _queue.Writer.Complete();
        await _sending.ConfigureAwait(false);
    }

    private async Task SendAsync(JsonLineChannel channel)
    {
        try
        {
            await foreach (var report in _queue.Reader.ReadAllAsync().ConfigureAwait(false))
                await channel.SendAsync(report, ControlJsonContext.Default.LoadEvent, CancellationToken.None).ConfigureAwait(false);
        }
        catch (IOException)
        {
            // Nobody listens any more; the end of the input tells the measurement to stop.
        }
    }
}
