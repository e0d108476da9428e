using Orleans.Configuration;

namespace Genie.Grains.Orleans;

/// <summary>
/// The time that a graceful stop takes so that nothing is lost on the way. By itself Orleans closes a silo's connections as soon as its grains are gone: what
/// is in them then, from clients or from silos that have not noticed, is lost, and its callers wait for the response timeout.
/// </summary>
internal sealed class HandOver : ILifecycleParticipant<ISiloLifecycle>
{
    private static readonly TimeSpan Time = TimeSpan.FromSeconds(1);

    // An answer goes the way of its request: of one that came in by this silo and is handled slowly elsewhere, through this silo's connections. What comes
    // in meanwhile is handed on still, so that nobody waits for it.
    private static readonly TimeSpan AnswerTime = TimeSpan.FromSeconds(5);

    /// <summary>
    /// Waits for clients that are told to use other gateways before grains are deactivated, and after that for answers to what was handed on. A
    /// time that the host has set itself stays.
    /// </summary>
    public static void Configure(SiloMessagingOptions options)
    {
        if (options.ClientGatewayShutdownNotificationTimeout == TimeSpan.Zero) options.ClientGatewayShutdownNotificationTimeout = Time;
        if (options.WaitForMessageToBeQueuedForOutboundTime == TimeSpan.Zero) options.WaitForMessageToBeQueuedForOutboundTime = AnswerTime;
    }

    /// <inheritdoc/>
    public void Participate(ISiloLifecycle lifecycle) =>
        lifecycle.Subscribe(nameof(HandOver), ServiceLifecycleStage.RuntimeServices - 1, static _ => Task.CompletedTask, RejectAsync);

    // The silo takes no messages any more: silos that still know it as a grain's place learn now, message by message, that they are to look again.
    private static Task RejectAsync(CancellationToken cancellationToken) => Task.Delay(Time, cancellationToken).ContinueWith(static _ => { }, TaskScheduler.Default);
}
