using System.Collections.Concurrent;
using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>Pulsar through our own protocol code.</summary>
internal sealed class PulsarWireBroker(PulsarOptions options) : DriverBroker
{
    private readonly ConcurrentDictionary<string, ConcurrentDictionary<string, byte>> _groupsOf = new();
    private readonly Lazy<Task<string>> _checkDelay = new(() => PulsarCheckDelay.DescribeAsync(options, CancellationToken.None));
    private PulsarSession? _seen;

    public PulsarOptions Options => options;

    public PulsarHeaders Headers { get; } = new(options);

    /// <summary>What a request or an answer may hold, as the broker last said.</summary>
    public PayloadLimit Limit => PulsarTraits.Limit(Volatile.Read(ref _seen)?.MessageBytesMax);

    /// <inheritdoc/>
    public override BrokerTraits Traits
    {
        get
        {
            var seen = Volatile.Read(ref _seen);
            return PulsarTraits.Of(PulsarWireDriver.Description, options, seen?.Server ?? "", seen?.MessageBytesMax, Describe($"batches after {options.BatchAfter} unanswered"));
        }
    }

    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions connectionOptions, CancellationToken cancellationToken) =>
        new(new PulsarWireConnection(this, PulsarTopic.Of(options, channel), connectionOptions));

    /// <inheritdoc/>
    protected override ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions listenOptions, MessageHandler handler, CancellationToken cancellationToken)
    {
        var listener = new PulsarWireListener(this, PulsarTopic.Of(options, channel), listenOptions, handler);
        if (listenOptions.Delivery == Delivery.Competing) NoteGroup(channel, listenOptions.Group);
        return new(listener);
    }

    /// <summary>Removes the subscriptions of the channel with all they hold: that of the usual group, and those that listeners of this
    /// broker had. The broker removes a topic without subscriptions by itself, after a minute unless set otherwise.</summary>
    /// <exception cref="ChannelInUseException">A listener runs on the channel.</exception>
    protected override async ValueTask DeleteAsync(string channel, CancellationToken cancellationToken)
    {
        ThrowIfDisposed();
        if (!options.Persistent) return;
        string[] groups = [new ListenOptions().Group, .. _groupsOf.TryGetValue(channel, out var known) ? known.Keys : []];
        foreach (var group in groups.Distinct())
        {
            var partitions = 1;
            for (var partition = 0; partition < partitions; partition++)
            {
                var removal = new PulsarRemoval(options, PulsarTopic.Of(options, channel), partition, group, channel);
                await using var link = CreateLink(removal, options.Link, static _ => { });
                await link.ConnectAsync(cancellationToken).ConfigureAwait(false);
                partitions = removal.Partitions;
            }
        }
    }

    /// <summary>Nothing: subscriptions of listeners to all end with their connections.</summary>
    protected override ValueTask DeleteBroadcastAsync(string channel, CancellationToken cancellationToken) => ValueTask.CompletedTask;

    /// <summary>A link of its own, to the broker that serves the role's topic.</summary>
    internal SupervisedLink<PulsarSession> CreateLink(PulsarRole role, LinkOptions link, Action<Exception> lost)
    {
        return new SupervisedLink<PulsarSession>(link, OpenSessionAsync, lost);

        async ValueTask<PulsarSession> OpenSessionAsync(CancellationToken cancellationToken)
        {
            var session = await PulsarOpening.OpenAsync(options, link, role, cancellationToken).ConfigureAwait(false);
            Volatile.Write(ref _seen, session);
            return session;
        }
    }

    /// <summary>Completes when <see cref="Describe"/> knows how soon the server looks after idle topics.</summary>
    internal Task DescribeDelayAsync() => _checkDelay.Value;

    /// <summary>A listener of this group was started on the channel.</summary>
    internal void NoteGroup(string channel, string group) => _groupsOf.GetOrAdd(channel, static _ => new())[group] = 0;

    /// <summary>Goes to the broker that serves a topic and takes leave: what is wrong with address, token or permission is known then,
    /// and the traits are. Of several servers the one that answered is the list's next candidate.</summary>
    /// <returns>How many partitions the topic has; 0 for none.</returns>
    internal async ValueTask<int> VisitAsync(string topic, LinkOptions to, CancellationToken cancellationToken)
    {
        var visit = new PulsarVisit(topic);
        await using var link = CreateLink(visit, to, static _ => { });
        await link.ConnectAsync(cancellationToken).ConfigureAwait(false);
        await _checkDelay.Value.ConfigureAwait(false);
        return visit.Partitions;
    }

    /// <summary>The remarks of a client that sends as it says.</summary>
    internal string Describe(string sending)
    {
        var delay = _checkDelay.IsValueCreated && _checkDelay.Value.IsCompletedSuccessfully ? $", {_checkDelay.Value.Result}" : "";
        return $"{(options.Persistent ? "persistent" : "non-persistent")} topic, {options.SubscriptionType} subscription, {sending}{delay}";
    }
}
