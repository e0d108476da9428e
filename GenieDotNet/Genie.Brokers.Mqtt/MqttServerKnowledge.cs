namespace Genie.Brokers.Mqtt;

/// <summary>What one broker object knows about its server: from greetings, and from one probe.</summary>
internal sealed class MqttServerKnowledge(MqttOptions options)
{
    private MqttServerFacts _facts = MqttServerFacts.Unknown;
    private int _probed;

    public MqttServerFacts Facts => Volatile.Read(ref _facts);

    /// <summary>A server greeted; until it was probed no more is known of it than the protocol.</summary>
    public void Greeted(long maxPacketBytes)
    {
        var facts = Facts;
        Volatile.Write(ref _facts, facts with { MaxPacketBytes = maxPacketBytes, Server = facts.Server.Length > 0 ? facts.Server : "MQTT 5 server" });
    }

    /// <summary>Probes on the first call, if the options say so. A probe that fails has nothing to say.</summary>
    public async ValueTask ProbeOnceAsync(CancellationToken cancellationToken)
    {
        if (!options.Probe || Interlocked.Exchange(ref _probed, 1) != 0) return;
        try
        {
            Volatile.Write(ref _facts, await MqttServerProbe.RunAsync(options, cancellationToken).ConfigureAwait(false));
        }
        catch (BrokerException)
        {
            // The connection that was asked for works, or says itself what is wrong.
        }
    }
}
