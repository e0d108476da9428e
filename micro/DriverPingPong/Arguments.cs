using Genie.Brokers;
using Genie.Brokers.Drivers;

namespace DriverPingPong;

/// <summary>What the command line says.</summary>
internal sealed record Arguments
{
    public required string Mode { get; init; }

    public required string System { get; init; }

    public required string Candidate { get; init; }

    /// <summary>The driver's settings, as after <c>--broker-option</c> of the genie command.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>();

    public Confirmation? Confirmation { get; init; }

    public TimeSpan Duration { get; init; } = TimeSpan.FromSeconds(3);

    public TimeSpan Warmup { get; init; } = TimeSpan.FromSeconds(1);

    public int Size { get; init; } = 256;

    public int InFlight { get; init; } = 1;

    public int Connections { get; init; } = 1;

    public static Arguments Parse(string[] args)
    {
        if (args is not [var mode, var system, var candidate, .. var options] || options.Length % 2 != 0) throw new FormatException(Usage);
        var settings = new Dictionary<string, string>();
        var arguments = new Arguments { Mode = mode, System = system, Candidate = candidate, Settings = settings };
        foreach (var option in options.Chunk(2))
        {
            switch (option)
            {
                case ["--option", var setting] when setting.Split('=', 2) is [var name, var value]: settings[name] = value; break;
                case ["--confirmation", var level] when Enum.TryParse<Confirmation>(level, ignoreCase: true, out var confirmation): arguments = arguments with { Confirmation = confirmation }; break;
                case ["--duration", var time]: arguments = arguments with { Duration = Quantity.ParseDuration(time) }; break;
                case ["--warmup", var time]: arguments = arguments with { Warmup = Quantity.ParseDuration(time) }; break;
                case ["--size", var bytes]: arguments = arguments with { Size = (int)Quantity.ParseCount(bytes) }; break;
                case ["--in-flight", var count]: arguments = arguments with { InFlight = (int)Quantity.ParseCount(count) }; break;
                case ["--connections", var count]: arguments = arguments with { Connections = (int)Quantity.ParseCount(count) }; break;
                default: throw new FormatException(Usage);
            }
        }

        return arguments;
    }

    /// <summary>The same for the responder's process.</summary>
    public IEnumerable<string> ToServe() =>
        [$"serve-{Mode}", System, Candidate, "--size", $"{Size}", .. Settings.SelectMany(setting => (string[])["--option", $"{setting.Key}={setting.Value}"])];

    public const string Usage =
        """
        DriverPingPong rt|pub|produce SYSTEM CANDIDATE [--option NAME=VALUE]... [--confirmation buffered|accepted|persisted]
                       [--duration 3s] [--warmup 1s] [--size 256] [--in-flight 1] [--connections 1]
          systems: activemq, aeron, kafka, mqtt, nats, pulsar, rabbitmq, zeromq; options as after --broker-option of the genie command
          candidates: wire, official, each also with -inline; of activemq, mqtt, nats and zeromq also bare (two blocking threads) and bare-async
          rt       request and reply; the responder is a second process of this program
          pub      one-way to one listener in a second process, ended by a flush; the time runs until the last arrival
          produce  one-way to nobody; the time runs until the last confirmation
        """;
}
