using System.Diagnostics;
using Genie.Brokers.Mqtt.Wire;

namespace Genie.Brokers.Mqtt;

/// <summary>Asks a server what it is, and finds out whether it holds small packets back.</summary>
public static class MqttServerProbe
{
    private const string VersionTopic = "$SYS/broker/version";

    // A fresh connection is acknowledged at once by the kernel; only after some exchanges do its delayed
    // acknowledgements begin, and with them the wait of a server that has Nagle's algorithm on.
    private const int ExchangesBefore = 24;
    private const int ExchangesJudged = 16;

    // On a busy machine an acknowledgement may travel with the next packet, which ends the wait early.
    private const int FastExchangesMax = 4;
    private static readonly TimeSpan Delay = TimeSpan.FromMilliseconds(30);

    /// <summary>Runs the probe: some milliseconds, or about a second on a server that delays.</summary>
    /// <exception cref="BrokerException">The server could not be reached, or refused.</exception>
    public static async Task<MqttServerFacts> RunAsync(MqttOptions options, CancellationToken cancellationToken)
    {
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limited.CancelAfter(options.ConnectTimeout);
        try
        {
            var (delays, maxPacketBytes) = await FindDelayAsync(options, limited.Token).ConfigureAwait(false);
            return new MqttServerFacts(await ReadVersionAsync(options, limited.Token).ConfigureAwait(false), maxPacketBytes, delays);
        }
        catch (OperationCanceledException error) when (!cancellationToken.IsCancellationRequested)
        {
            throw new LinkLostException(MqttDrivers.Broker, $"the probe took more than {options.ConnectTimeout.TotalSeconds:0.###} s", error);
        }
    }

    /// <summary>
    /// Exchanges at QoS 1 with oneself: the server answers each with two small packets, and one that waits for the first to
    /// be acknowledged delays every exchange. A busy machine delays some.
    /// </summary>
    private static async Task<(bool Delays, long MaxPacketBytes)> FindDelayAsync(MqttOptions options, CancellationToken cancellationToken)
    {
        var role = new ProbeRole($"genie-probe/{MqttBroker.NewClientId()}", MqttQos.AtLeastOnce, retained: false);
        var session = await MqttSession.OpenAsync(options, options.Link, role, cancellationToken).ConfigureAwait(false);
        try
        {
            if (session.Greeting.MaximumQos == MqttQos.AtMostOnce) return (false, session.Greeting.MaxPacketBytes);
            var fast = 0;
            for (var i = 0; fast <= FastExchangesMax && i < ExchangesBefore + ExchangesJudged; i++)
            {
                var start = Stopwatch.GetTimestamp();
                await role.ExchangeAsync(session, cancellationToken).ConfigureAwait(false);
                if (i >= ExchangesBefore && Stopwatch.GetElapsedTime(start) <= Delay) fast++;
            }

            return (fast <= FastExchangesMax, session.Greeting.MaxPacketBytes);
        }
        finally
        {
            await session.CloseAsync(options.ConnectTimeout).ConfigureAwait(false);
        }
    }

    private static async Task<string> ReadVersionAsync(MqttOptions options, CancellationToken cancellationToken)
    {
        var role = new ProbeRole(VersionTopic, MqttQos.AtMostOnce, retained: true);
        try
        {
            var session = await MqttSession.OpenAsync(options, options.Link, role, cancellationToken).ConfigureAwait(false);

            // Retained messages follow the subscription's answer, and the answer to a PINGREQ follows them.
            await session.FlushAsync(cancellationToken).ConfigureAwait(false);
            await session.CloseAsync(options.ConnectTimeout).ConfigureAwait(false);
        }
        catch (Exception error) when (error is MqttReasonException or BrokerPermissionException)
        {
            // Not everybody may read it.
        }

        return role.Text.Length == 0 ? "MQTT 5 server" : role.Text.Replace(" version ", " ", StringComparison.Ordinal);
    }
}
