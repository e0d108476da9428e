using Genie.Brokers.Links;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>Finds the broker that serves a topic and begins a session there ("Topic lookup" of the protocol).</summary>
internal static class PulsarOpening
{
    public const int HopsMax = 20;
    private static readonly TimeSpan RetryDelay = TimeSpan.FromMilliseconds(100);

    /// <summary>Opens a session and lets its role begin. A broker that is not ready yet is asked again until the token says enough.</summary>
    public static async ValueTask<PulsarSession> OpenAsync(PulsarOptions options, LinkOptions link, PulsarRole role, CancellationToken cancellationToken)
    {
        while (true)
        {
            try
            {
                return await TryOpenAsync(options, link, role, cancellationToken).ConfigureAwait(false);
            }
            catch (PulsarRefusedException error) when (error.IsPassing)
            {
                await Task.Delay(RetryDelay, cancellationToken).ConfigureAwait(false);
            }
            catch (PulsarRefusedException error) when (error.IsAboutNamespace)
            {
                // A new standalone server listens before it has made its namespaces.
                await Task.WhenAny(Task.Delay(RetryDelay, cancellationToken)).ConfigureAwait(false);
                if (cancellationToken.IsCancellationRequested)
                    throw new BrokerSettingException($"pulsar: there is no namespace {options.Tenant}/{options.Namespace}. Create it, or set pulsar.tenant and pulsar.namespace.", error);
            }
        }
    }

    /// <summary>The broker that serves a topic: its address, or null if it is the one that was asked; and if it is reached through a proxy.</summary>
    public static async ValueTask<(BrokerUrl? Elsewhere, CommandLookupTopicResponse Answer)> LocateAsync(
        PulsarOptions options, PulsarSession session, string topic, bool authoritative, CancellationToken cancellationToken)
    {
        var answer = await session.LookUpAsync(topic, authoritative, cancellationToken).ConfigureAwait(false);
        var address = PulsarOptions.ParseAddress(UrlOf(options, answer));
        return (new ServerAddress(address.Host, address.Port) == session.At ? null : address, answer);
    }

    /// <summary>How to reach the one broker that a look-up named.</summary>
    public static LinkOptions LinkTo(LinkOptions link, BrokerUrl broker) => link with { Host = broker.Host, Port = broker.Port, Servers = null };

    private static string UrlOf(PulsarOptions options, CommandLookupTopicResponse answer) => options.UsesTls ? answer.BrokerServiceUrlTls : answer.BrokerServiceUrl;

    private static async ValueTask<PulsarSession> TryOpenAsync(PulsarOptions options, LinkOptions link, PulsarRole role, CancellationToken cancellationToken)
    {
        var session = await PulsarSession.ConnectAsync(options, link, "", role, cancellationToken).ConfigureAwait(false);
        try
        {
            if (role.Topic is { } named)
            {
                var topic = role.Choose(named, await session.CountPartitionsAsync(named, role.CreatesTopic, cancellationToken).ConfigureAwait(false));
                var isFound = false;
                var authoritative = false;
                for (var hop = 0; !isFound; hop++)
                {
                    if (hop == HopsMax) throw new BrokerProtocolException(PulsarDrivers.Broker, $"the look-up of {topic} leads from broker to broker without end");
                    var (elsewhere, answer) = await LocateAsync(options, session, topic, authoritative, cancellationToken).ConfigureAwait(false);
                    isFound = answer.Response == CommandLookupTopicResponse.Types.LookupType.Connect;
                    authoritative = answer.Authoritative;
                    if (elsewhere is null) continue;
                    var isProxied = isFound && answer.ProxyThroughServiceUrl;
                    await session.DisposeAsync().ConfigureAwait(false);
                    var at = isProxied ? link : LinkTo(link, elsewhere);
                    session = await PulsarSession.ConnectAsync(options, at, isProxied ? UrlOf(options, answer) : "", role, cancellationToken).ConfigureAwait(false);
                }
            }

            await role.BeginAsync(session, cancellationToken).ConfigureAwait(false);
            return session;
        }
        catch
        {
            await session.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }
}
