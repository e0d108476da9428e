using System.Buffers;
using Genie.Brokers;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>
/// Rebuilds the rules from the store, follows their changes, and listens on the channel while the host runs. A message is settled when what its event did is
/// on disk; one that fails is answered with the error.
/// </summary>
internal sealed class GeniusListener(GeniusProcessor processor, RuleStore rules, GeniusOptions options, ILogger logger, IBroker? broker = null) : IHostedService, IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private IAsyncDisposable? _listener;
    private Task _following = Task.CompletedTask;

    /// <inheritdoc/>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        await rules.LoadAsync(cancellationToken).ConfigureAwait(false);
        foreach (var windows in processor.Windows) await windows.CheckAsync(cancellationToken).ConfigureAwait(false);
        foreach (var fences in processor.Geofences) await fences.CheckAsync(cancellationToken).ConfigureAwait(false);
        foreach (var pattern in processor.Patterns) await pattern.CheckAsync(cancellationToken).ConfigureAwait(false);
        _following = FollowAsync();
        if (broker is null || options.Channel is not { } channel) return;
        _listener = await broker.ListenAsync(channel, options.Listen, HandleAsync, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        if (Interlocked.Exchange(ref _listener, null) is { } listener) await listener.DisposeAsync().ConfigureAwait(false);
        await _stop.CancelAsync().ConfigureAwait(false);
        await _following.ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await StopAsync(CancellationToken.None).ConfigureAwait(false);
        _stop.Dispose();
    }

    private async ValueTask HandleAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        GeniusEvent value;
        try
        {
            value = EventCodec.Decode(message.IsSingleSegment ? message.FirstSpan : message.ToArray());
        }
        catch (MalformedEventException)
        {
            processor.Refused();
            throw;
        }

        var answer = await processor.ProcessAsync(value, cancellationToken).ConfigureAwait(false);
        ProcessReplies.Write(answer, reply);
    }

    private async Task FollowAsync()
    {
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                await rules.FollowAsync(options.RuleInterval, options.Grains.Clock, _stop.Token).ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (_stop.IsCancellationRequested)
            {
                return;
            }
            catch (Exception error)
            {
                logger.LogError(error, "The changes of rules cannot be followed; those known stay, and it is tried again in {Interval}.", options.RuleInterval);
                await Task.Delay(options.RuleInterval, options.Grains.Clock, _stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }
    }
}
