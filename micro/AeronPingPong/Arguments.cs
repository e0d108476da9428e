using System.Globalization;
using Genie.Brokers;
using Genie.Brokers.Aeron;

namespace AeronPingPong;

/// <summary>What to measure.</summary>
internal sealed record Arguments
{
    public required string Mode { get; init; }

    public required string Client { get; init; }

    public string Dir { get; init; } = "";

    public string Channel { get; init; } = "aeron:ipc";

    public AeronIdle Idle { get; init; } = AeronIdle.Spin;

    public int Size { get; init; } = 32;

    public double Seconds { get; init; } = 3;

    /// <summary>Handlers and continuations on the thread that polls: what a program does that wants latency. With --pool, as by default, on the thread pool.</summary>
    public bool Inline { get; init; } = true;

    public IBroker CreateBroker() =>
        AeronDrivers.All.Single(driver => driver.Client == Client).Create(new AeronOptions { Dir = Dir, Channel = Channel, Idle = Idle });

    /// <summary>Null where they cannot be read.</summary>
    public static Arguments? Parse(string[] args)
    {
        if (args is not [("rt" or "pub" or "serve") and var mode, var client, .. var options] || AeronDrivers.All.All(driver => driver.Client != client)) return null;
        var arguments = new Arguments { Mode = mode, Client = client };
        for (var i = 0; i < options.Length; i++)
        {
            if (options[i] == "--pool")
            {
                arguments = arguments with { Inline = false };
                continue;
            }

            if (i + 1 == options.Length) return null;
            var value = options[++i];
            switch (options[i - 1])
            {
                case "--dir": arguments = arguments with { Dir = value }; break;
                case "--channel": arguments = arguments with { Channel = value }; break;
                case "--idle": arguments = arguments with { Idle = Enum.Parse<AeronIdle>(value, ignoreCase: true) }; break;
                case "--size": arguments = arguments with { Size = int.Parse(value, CultureInfo.InvariantCulture) }; break;
                case "--seconds": arguments = arguments with { Seconds = double.Parse(value, CultureInfo.InvariantCulture) }; break;
                default: return null;
            }
        }

        return arguments;
    }

    /// <summary>The same for the responder's process.</summary>
    public IReadOnlyList<string> ToServe() =>
        ["serve", Client, "--dir", Dir, "--channel", Channel, "--idle", Idle.ToString(), "--size", $"{Size}", .. Inline ? Array.Empty<string>() : ["--pool"]];
}
