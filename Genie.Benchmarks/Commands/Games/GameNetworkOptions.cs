using System.CommandLine;
using Genie.Benchmarks.Load.Games;
using Genie.Datagrams.Simulation;
using Genie.Faults;

namespace Genie.Benchmarks.Commands.Games;

/// <summary>What is between the players: a network by its name, conditions beside it, or conditions alone.</summary>
internal sealed class GameNetworkOptions
{
    /// <summary>The name of a network of which something was given.</summary>
    private const string Custom = "custom";

    /// <summary>Handshakes are as long (RFC 9000, section 14).</summary>
    private const int DatagramBytesMin = 1_200;

    private static readonly Dictionary<string, NetworkConditions> Networks = new()
    {
        ["lan"] = NetworkConditions.Lan,
        ["continental"] = NetworkConditions.Continental,
        ["international"] = NetworkConditions.International,
        ["mobile"] = NetworkConditions.Mobile,
    };

    private readonly ParsedOption<string> _network = Options.OneOfOrNone("--network", "Simulates a network and its time, instead of sockets on loopback; the options below change parts of it, or are all of one without a name", [.. Networks.Keys]);
    private readonly ParsedOption<TimeSpan?> _latency = Options.OfDurationOrNone("--latency", "What a round trip takes longer, half of it in each direction", mayBeNone: true, NetworkOption.LatencyMax);
    private readonly ParsedOption<TimeSpan?> _variance = Options.OfDurationOrNone("--variance", "What varies on top of it in each direction: a standard deviation", mayBeNone: true, NetworkOption.LatencyMax);
    private readonly ParsedOption<double[]> _loss = Options.Of("--loss", "The share of datagrams that is lost, each by itself unless there is --burst; of several (0.1%,1%,5%) each is played", null, static text => NetworkOption.ParseShares(text, NetworkOption.ParseLoss));
    private readonly ParsedOption<TimeSpan?> _burst = Options.OfDurationOrNone("--burst", "Loses that share, or the network's, in bursts: how long one lasts in the mean (60ms)", max: NetworkOption.LatencyMax);
    private readonly ParsedOption<double?> _duplicate = NetworkOption.OfShare("--duplicate", "The share of datagrams that come twice");
    private readonly ParsedOption<double?> _reorder = NetworkOption.OfShare("--reorder", "The share of datagrams that others overtake");
    private readonly ParsedOption<long?> _bandwidth = Options.OfCountOrNone("--bandwidth", "Bytes a second of each client in each direction (625k); 0: no limit", max: long.MaxValue);
    private readonly ParsedOption<long?> _mtu = Options.OfCountOrNone("--mtu", "Bytes of payload of the largest datagram that arrives", min: DatagramBytesMin, max: NetworkProfile.DatagramBytesMax);

    /// <summary>The options.</summary>
    public IReadOnlyList<Option> All => [_network, .. Conditions];

    private IReadOnlyList<Option> Conditions => [_latency, _variance, _loss, _burst, _duplicate, _reorder, _bandwidth, _mtu];

    /// <summary>What was given.</summary>
    /// <exception cref="BadArgumentException">There are bursts, and nothing that is lost.</exception>
    public GameNetworkChoice? Read(ParseResult parsed)
    {
        var (name, given) = (_network.Read(parsed), Conditions.FirstOrDefault(option => parsed.GetResult(option) is { Implicit: false }));
        if (name is null && given is null) return null;
        var network = name is null ? new NetworkConditions() : Networks[name];
        if (_latency.Read(parsed) is { } latency) network = network with { Latency = latency / 2 };
        if (_variance.Read(parsed) is { } variance) network = network with { Variance = variance };
        if (_duplicate.Read(parsed) is { } duplicate) network = network with { Duplication = duplicate };
        if (_reorder.Read(parsed) is { } reorder) network = network with { Reordering = reorder };
        if (_bandwidth.Read(parsed) is { } bandwidth) network = network with { BytesASecond = bandwidth };
        if (_mtu.Read(parsed) is { } mtu) network = network with { MaxDatagramBytes = (int)mtu };
        return new GameNetworkChoice(name is not null, given is null ? name! : Custom, given?.Name, ((Option[])[_burst, _bandwidth]).FirstOrDefault(option => parsed.GetResult(option) is { Implicit: false })?.Name, WithLosses(parsed, network));
    }

    private IReadOnlyList<NetworkConditions> WithLosses(ParseResult parsed, NetworkConditions network)
    {
        var burst = _burst.Read(parsed);
        if (_loss.Read(parsed) is { } losses) return [.. losses.Select(loss => network.Losing(loss, burst))];
        if (burst is null) return [network];
        var share = network.LossShare();
        return share > 0 ? [network.Losing(share, burst)] : throw new BadArgumentException("--burst says in what bursts something is lost: give --loss as well.");
    }
}

/// <summary>What was given of a network.</summary>
/// <param name="IsNamed">True if there was a name.</param>
/// <param name="Name">The name, or custom.</param>
/// <param name="FirstCondition">The first option that was given beside the name, or null.</param>
/// <param name="SimulatedOnly">An option that was given and that no proxy between sockets can do, or null.</param>
/// <param name="Networks">One for each share that is lost.</param>
internal sealed record GameNetworkChoice(bool IsNamed, string Name, string? FirstCondition, string? SimulatedOnly, IReadOnlyList<NetworkConditions> Networks);
