using Genie.EventStore;
using Genie.Extensions.Genius.Hosting;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Genie.Extensions.Genius.AspNetCore;

/// <summary>Healthy while the event store answers in time and has room for events.</summary>
internal sealed class EventStoreCheck(IEventStore store, GeniusGrpcOptions options, GeniusProcessor? processor = null) : IHealthCheck
{
    /// <summary>Where it is tried whether there is room again: one event each time that there is.</summary>
    public const string ProbeStream = "$genius/room";

    // As large as events are, or it would find room where they do not.
    private const int ProbeBytes = 4096;

    /// <summary>The check's name.</summary>
    public const string Name = "event store";

    /// <summary>A store that takes longer does not serve: whoever probes would have given up.</summary>
    public static readonly TimeSpan AnswerMax = TimeSpan.FromSeconds(5);

    /// <inheritdoc/>
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        try
        {
            // A store whose server stands still may not even notice that it is told to give up: it is left behind.
            await AskAsync(ending.Token).WaitAsync(AnswerMax, options.Clock, cancellationToken).ConfigureAwait(false);
            return HealthCheckResult.Healthy("answers");
        }
        catch (TimeoutException)
        {
            await ending.CancelAsync().ConfigureAwait(false);
            return HealthCheckResult.Unhealthy($"no answer within {AnswerMax.TotalSeconds:0} s");
        }
        catch (EventStoreException error)
        {
            return HealthCheckResult.Unhealthy(error.Message);
        }
    }

    private async Task AskAsync(CancellationToken cancellationToken)
    {
        await store.GetPositionAsync(cancellationToken).ConfigureAwait(false);
        if (processor?.Full is null) return;

        // Nobody sends events to a server that is not ready: whether there is room again must be tried here.
        var probe = new NewEvent[] { new("RoomFound", new byte[ProbeBytes]) };
        await store.AppendAsync(new AppendRequest(ProbeStream, probe), cancellationToken).ConfigureAwait(false);
        processor.FoundRoom();
    }
}
