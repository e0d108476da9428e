using System.Collections.Concurrent;
using System.Text;
using Genie.Brokers.Links;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>
/// How one listener's answers leave: a producer for each topic that answers go to, on a link to the broker that serves it.
/// The links are not the consumer's: reading there stops while handlers have all they may, and creating a producer must not
/// wait for that.
/// </summary>
internal sealed class PulsarAnswerLinks : PulsarRole, IAsyncDisposable
{
    private readonly PulsarWireBroker _broker;
    private readonly SupervisedLink<PulsarSession> _first;
    private readonly ConcurrentDictionary<(string Host, int Port), Lazy<Task<SupervisedLink<PulsarSession>>>> _others = new();
    private readonly IdleTopics<PulsarAnswerTopic> _topics;

    public PulsarAnswerLinks(PulsarWireBroker broker)
    {
        _broker = broker;
        _topics = new(name => new PulsarAnswerTopic(this, name));
        _first = broker.CreateLink(this, broker.Options.Link, static _ => { });
    }

    /// <summary>Opens the link to the broker that look-ups go to.</summary>
    public ValueTask ConnectAsync(CancellationToken cancellationToken) => _first.ConnectAsync(cancellationToken);

    /// <summary>Asks how many partitions a topic has.</summary>
    public async ValueTask<int> CountPartitionsAsync(string topic, CancellationToken cancellationToken)
    {
        var session = await _first.GetAsync(_broker.Options.ConnectTimeout, cancellationToken).ConfigureAwait(false);
        return await session.CountPartitionsAsync(topic, createsTopic: false, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>The topic of a name; nothing is sent yet.</summary>
    public PulsarAnswerTopic Find(ReadOnlySpan<byte> name)
    {
        const int shortNameBytes = 256;
        var characters = name.Length <= shortNameBytes ? stackalloc char[shortNameBytes] : new char[name.Length];
        return _topics.Find(characters[..Encoding.UTF8.GetChars(name, characters)]);
    }

    /// <summary>Makes a producer for a topic, at the broker that serves it.</summary>
    /// <param name="name">The topic as who asks calls it, which may be one with partitions, all of which are read then.</param>
    public async ValueTask<PulsarProducer> CreateProducerAsync(string name)
    {
        using var limited = new CancellationTokenSource(_broker.Options.ConnectTimeout);
        try
        {
            var session = await _first.GetAsync(_broker.Options.ConnectTimeout, limited.Token).ConfigureAwait(false);
            var topic = Choose(name, await session.CountPartitionsAsync(name, createsTopic: false, limited.Token).ConfigureAwait(false));
            var (elsewhere, answer) = await PulsarOpening.LocateAsync(_broker.Options, session, topic, authoritative: false, limited.Token).ConfigureAwait(false);
            for (var hop = 0; elsewhere is not null && !answer.ProxyThroughServiceUrl; hop++)
            {
                var isFound = answer.Response == CommandLookupTopicResponse.Types.LookupType.Connect;
                var link = await LinkTo(PulsarOpening.LinkTo(_broker.Options.Link, elsewhere)).ConfigureAwait(false);
                session = await link.GetAsync(_broker.Options.ConnectTimeout, limited.Token).ConfigureAwait(false);
                if (isFound || hop == PulsarOpening.HopsMax) break;
                (elsewhere, answer) = await PulsarOpening.LocateAsync(_broker.Options, session, topic, answer.Authoritative, limited.Token).ConfigureAwait(false);
            }

            return await session.CreateProducerAsync(topic, "", "", static (_, _) => { }, limited.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException error)
        {
            throw new LinkLostException(PulsarDrivers.Broker, $"no producer for {name} within {_broker.Options.ConnectTimeout.TotalSeconds:0.###} s", error);
        }
    }

    /// <inheritdoc/>
    public override void OnProducerClosed(PulsarSession session, PulsarProducer producer)
    {
        foreach (var topic in _topics.All) topic.Unregister(producer);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (var other in _others.Values)
        {
            if (!other.IsValueCreated) continue;
            try
            {
                await (await other.Value.ConfigureAwait(false)).DisposeAsync().ConfigureAwait(false);
            }
            catch (BrokerException)
            {
                // It had never been opened.
            }
        }

        await _first.DisposeAsync().ConfigureAwait(false);
    }

    private Task<SupervisedLink<PulsarSession>> LinkTo(LinkOptions at)
    {
        var lazy = _others.GetOrAdd((at.Host, at.Port), _ => new(() => OpenAsync(at)));
        if (lazy.IsValueCreated && lazy.Value.IsFaulted) _others.TryRemove(KeyValuePair.Create((at.Host, at.Port), lazy));
        return lazy.Value;
    }

    private async Task<SupervisedLink<PulsarSession>> OpenAsync(LinkOptions at)
    {
        var link = _broker.CreateLink(this, at, static _ => { });
        await link.ConnectAsync(CancellationToken.None).ConfigureAwait(false);
        return link;
    }
}
