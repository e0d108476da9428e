using System.Buffers;
using Genie.Brokers;
using Genie.Brokers.ActiveMQ;
using Genie.Brokers.Aeron;
using Genie.Brokers.Drivers;
using Genie.Brokers.Kafka;
using Genie.Brokers.Mqtt;
using Genie.Brokers.Nats;
using Genie.Brokers.Pulsar;
using Genie.Brokers.RabbitMQ;
using Genie.Brokers.ZeroMQ;

namespace DriverPingPong;

/// <summary>The drivers under their names on the command line.</summary>
internal static class Candidates
{
    /// <summary>What both processes send over.</summary>
    public const string Channel = "ping-pong";

    private static readonly IBrokerDriver[] Drivers =
    [
        .. ActiveMQDrivers.All, .. AeronDrivers.All, .. KafkaDrivers.All, .. MqttDrivers.All, .. NatsDrivers.All, .. PulsarDrivers.All, .. RabbitMQDrivers.All,
        .. ZeroMQDrivers.All,
    ];

    public static bool IsBare(Arguments arguments) => arguments.Candidate is "bare" or "bare-async";

    /// <exception cref="FormatException">There is no such system or client, or one of its settings makes no sense.</exception>
    public static IBroker Create(Arguments arguments)
    {
        var client = arguments.Candidate.Split('-')[0];
        var driver = Drivers.FirstOrDefault(driver => driver.Broker == arguments.System && driver.Client == client)
            ?? throw new FormatException($"{arguments.System} has no client '{client}' here.\n{Arguments.Usage}");
        try
        {
            return BrokerOptionsBinder.Create(driver, arguments.Settings);
        }
        catch (BrokerSettingException error)
        {
            throw new FormatException(error.Message, error);
        }
    }

    public static ConnectionOptions Connection(Arguments arguments) => new()
    {
        InlineContinuations = IsInline(arguments),
        MaxInFlight = Math.Max(1024, arguments.InFlight),
        Confirmation = arguments.Confirmation,
    };

    public static ListenOptions Listener(Arguments arguments) => new() { InlineHandler = IsInline(arguments), Prefetch = 4096 };

    public static ValueTask Echo(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        foreach (var segment in message) reply.Write(segment.Span);
        return ValueTask.CompletedTask;
    }

    private static bool IsInline(Arguments arguments) => arguments.Candidate.EndsWith("-inline", StringComparison.Ordinal);
}
