using System.Text.Json;
using Genie.Brokers.Drivers;
using Genie.Faults;

namespace Genie.Benchmarks.Commands.Proxy;

/// <summary>One change of a proxy, as a line of words says it: a fault or an event, and whom it is about.</summary>
/// <param name="Apply">Makes it.</param>
/// <param name="Text">What was done, in words.</param>
internal sealed record ProxyStep(Action<IFaultProxy> Apply, string Text)
{
    private static readonly Dictionary<string, TcpFault> Faults = Enum.GetValues<TcpFault>().Where(fault => fault != TcpFault.None)
        .ToDictionary(fault => JsonNamingPolicy.KebabCaseLower.ConvertName(fault.ToString()));

    private static readonly string[] OfBoth = ["heal", "profile", "latency", "loss"];

    /// <summary>The first words for a proxy of streams.</summary>
    public static IReadOnlyList<string> OfStreams { get; } = [.. Faults.Keys, "reset", "close", "cut", "garbage", .. OfBoth];

    /// <summary>The first words for a proxy of datagrams.</summary>
    public static IReadOnlyList<string> OfDatagrams { get; } = ["silence", .. OfBoth];

    /// <summary>Reads a line.</summary>
    /// <param name="line">A first word, and what it is about.</param>
    /// <param name="known">The first words that the proxy in question knows.</param>
    /// <exception cref="FormatException">It says what is wrong, with the nearest word.</exception>
    public static ProxyStep Parse(string line, IReadOnlyList<string> known)
    {
        var words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        if (words.Length is 0 or > 2 || !known.Contains(words[0]))
            throw new FormatException($"'{line.Trim()}' is unknown.{NearestName.Hint(words.FirstOrDefault(""), known)} Known: {string.Join(", ", known)}.");
        return Create(words[0], words.Length > 1 ? words[1] : null);
    }

    private static ProxyStep Create(string verb, string? argument)
    {
        switch (verb)
        {
            case "heal":
                return new ProxyStep(proxy => proxy.Heal(), "healed");
            case "profile":
                var profile = NetworkOption.Find(argument ?? throw new FormatException("profile: which?"));
                return new ProxyStep(proxy => proxy.Profile = profile, $"profile {profile.Name}");
            case "latency":
                var roundTrip = Quantity.ParseDuration(argument ?? throw new FormatException("latency: how long?"));
                return new ProxyStep(proxy => proxy.Profile = proxy.Profile with { Name = "custom", RoundTrip = roundTrip }, $"latency {argument}");
            case "loss":
                var loss = PacketLoss.Uniform(NetworkOption.ParseShare(argument ?? throw new FormatException("loss: how much?")));
                return new ProxyStep(proxy => proxy.Profile = proxy.Profile with { Name = "custom", Loss = loss }, $"loss {argument}");
            default:
                var directions = DirectionsOf(argument);
                return new ProxyStep(proxy => Begin(proxy, verb, directions), argument is null ? verb : $"{verb} {argument}");
        }
    }

    private static FaultDirections? DirectionsOf(string? argument) => argument switch
    {
        null => null,
        "to-server" => FaultDirections.ToServer,
        "to-client" => FaultDirections.ToClient,
        "both" => FaultDirections.Both,
        _ => throw new FormatException($"'{argument}' is no direction.{NearestName.Hint(argument, ["to-server", "to-client", "both"])} Known: to-server, to-client, both."),
    };

    private static void Begin(IFaultProxy proxy, string verb, FaultDirections? directions)
    {
        if (proxy is UdpFaultProxy datagrams)
        {
            datagrams.Silence(directions ?? FaultDirections.Both);
            return;
        }

        var streams = (TcpFaultProxy)proxy;
        if (Faults.TryGetValue(verb, out var fault)) streams.Begin(fault, directions ?? FaultDirections.Both);
        else if (verb == "reset") streams.ResetAll();
        else if (verb == "close") streams.CloseAll();
        else if (verb == "cut") streams.CutAll(directions ?? FaultDirections.Both);
        else streams.SendGarbage(directions ?? FaultDirections.ToClient);
    }
}
