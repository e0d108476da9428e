using Genie.Brokers.Drivers;

namespace NatsPingPong;

/// <summary>What the command line says.</summary>
internal sealed record Arguments
{
    public required string Mode { get; init; }

    public required string Candidate { get; init; }

    public Uri Url { get; init; } = new("nats://127.0.0.1:4222");

    public TimeSpan Duration { get; init; } = TimeSpan.FromSeconds(3);

    public TimeSpan Warmup { get; init; } = TimeSpan.FromSeconds(1);

    public int Size { get; init; } = 256;

    public int InFlight { get; init; } = 1;

    public int Connections { get; init; } = 1;

    public static Arguments Parse(string[] args)
    {
        if (args is not [var mode, var candidate, .. var options] || options.Length % 2 != 0) throw new FormatException(Usage);
        var arguments = new Arguments { Mode = mode, Candidate = candidate };
        foreach (var option in options.Chunk(2))
        {
            arguments = option[0] switch
            {
                "--url" => arguments with { Url = new Uri(option[1]) },
                "--duration" => arguments with { Duration = Quantity.ParseDuration(option[1]) },
                "--warmup" => arguments with { Warmup = Quantity.ParseDuration(option[1]) },
                "--size" => arguments with { Size = (int)Quantity.ParseCount(option[1]) },
                "--in-flight" => arguments with { InFlight = (int)Quantity.ParseCount(option[1]) },
                "--connections" => arguments with { Connections = (int)Quantity.ParseCount(option[1]) },
                _ => throw new FormatException(Usage),
            };
        }

        return arguments;
    }

    public const string Usage =
        """
        NatsPingPong rt|pub|serve CANDIDATE [--url nats://127.0.0.1:4222] [--duration 3s] [--warmup 1s] [--size 256] [--in-flight 1] [--connections 1]
          candidates: bare (two blocking threads), bare-async, wire, wire-inline, official
          rt     request and reply; the responder is a second process of this program
          pub    one-way to one listener in a second process, ended by a flush; the time runs until the last arrival
        """;
}
