using System.CommandLine;
using System.Net;
using System.Net.Sockets;
using Genie.Faults;

namespace Genie.Benchmarks.Commands.Proxy;

/// <summary><c>genie proxy</c>: a bad network, or a bad server, between a client and a server of the user's.</summary>
internal sealed class ProxyCommand
{
    private readonly Argument<string> _listen = new("LISTEN") { Description = "Where clients find it: PORT or HOST:PORT; without a host 127.0.0.1. Port 0 takes a free one." };
    private readonly Argument<string> _target = new("TARGET") { Description = "The server: PORT or HOST:PORT." };
    private readonly ParsedOption<NetworkProfile> _profile = NetworkOption.Create("--profile", "The network; further options change parts of it", "loopback");
    private readonly Option<bool> _udp = new("--udp") { Description = "Passes on datagrams, not connections." };
    private readonly ParsedOption<TimeSpan?> _latency = Options.OfDurationOrNone("--latency", "What a round trip takes longer, half of it in each direction", mayBeNone: true);
    private readonly ParsedOption<TimeSpan?> _jitter = Options.OfDurationOrNone("--jitter", "Mean of the time that comes on top of it, in each direction", mayBeNone: true);
    private readonly ParsedOption<long?> _bandwidth = Options.OfCountOrNone("--bandwidth", "Bytes a second of a connection in each direction (10MB); 0: no limit", max: long.MaxValue);
    private readonly ParsedOption<double?> _loss = NetworkOption.OfShare("--loss", "Packets that are lost (1%); a stream sends them again");
    private readonly ParsedOption<long> _burst = Options.OfCount("--loss-burst", "How many are lost in a row, in the mean", "1", min: 1);
    private readonly ParsedOption<double?> _duplicate = NetworkOption.OfShare("--duplicate", "Datagrams that come twice");
    private readonly ParsedOption<double?> _reorder = NetworkOption.OfShare("--reorder", "Datagrams that the next one overtakes");
    private readonly ParsedOption<long?> _mtu = Options.OfCountOrNone("--mtu", "Bytes of payload of the largest datagram that arrives", min: 1, max: NetworkProfile.DatagramBytesMax);
    private readonly ParsedOption<long> _seed = Options.OfCount("--seed", "What is drawn by lot follows from it", "1");

    private ProxyCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var proxy = new ProxyCommand();
        var command = new Command("proxy")
        {
            proxy._listen, proxy._target, proxy._profile, proxy._udp, proxy._latency, proxy._jitter, proxy._bandwidth, proxy._loss, proxy._burst,
            proxy._duplicate, proxy._reorder, proxy._mtu, proxy._seed,
        };
        command.SetAction(proxy.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var options = new FaultProxyOptions { Listen = await ResolveAsync("LISTEN", parsed.GetValue(_listen)!, cancellationToken).ConfigureAwait(false), Profile = ProfileOf(parsed), Seed = (int)_seed.Read(parsed) };
        var target = await ResolveAsync("TARGET", parsed.GetValue(_target)!, cancellationToken).ConfigureAwait(false);
        if (target.Port == 0) throw new BadArgumentException("TARGET: a server's port is not 0.");
        await using var proxy = Start(target, options, parsed.GetValue(_udp));
        var output = parsed.InvocationConfiguration.Output;
        await output.WriteLineAsync($"{proxy.EndPoint} -> {target}, {options.Profile.Name}, seed {options.Seed}. Ctrl-C ends it; a line on standard input steers it, 'help' lists them.").ConfigureAwait(false);
        await SteerAsync(new ProxySteering(proxy), parsed, cancellationToken).ConfigureAwait(false);
        await output.WriteLineAsync(ProxySteering.Describe(proxy.Counts)).ConfigureAwait(false);
        return ExitCode.Success;
    }

    private static IFaultProxy Start(IPEndPoint target, FaultProxyOptions options, bool isUdp)
    {
        try
        {
            return isUdp ? UdpFaultProxy.Start(target, options) : TcpFaultProxy.Start(target, options);
        }
        catch (SocketException error)
        {
            throw new IOException($"Nothing can listen at {options.Listen}: {error.Message}. Take another port, or 0 for a free one.", error);
        }
    }

    // Standard input may be closed from the beginning, as for a service: then only a signal ends the command.
    private static async Task SteerAsync(ProxySteering steering, ParseResult parsed, CancellationToken cancellationToken)
    {
        var ended = new TaskCompletionSource();
        await using var registration = cancellationToken.Register(ended.SetResult).ConfigureAwait(false);
        var reading = Task.Run(ReadAsync, CancellationToken.None);
        await ended.Task.ConfigureAwait(false);
        _ = reading;

        async Task ReadAsync()
        {
            while (!ended.Task.IsCompleted && await parsed.Streams().Input.ReadLineAsync(CancellationToken.None).ConfigureAwait(false) is { } line)
            {
                if (line.Trim().Length > 0) await parsed.InvocationConfiguration.Output.WriteLineAsync(steering.Do(line)).ConfigureAwait(false);
            }
        }
    }

    private NetworkProfile ProfileOf(ParseResult parsed)
    {
        var profile = _profile.Read(parsed)!;
        if (_latency.Read(parsed) is { } latency) profile = profile with { Name = "custom", RoundTrip = latency };
        if (_jitter.Read(parsed) is { } jitter) profile = profile with { Name = "custom", Jitter = jitter };
        if (_bandwidth.Read(parsed) is { } bandwidth) profile = profile with { Name = "custom", BytesPerSecond = bandwidth };
        if (_loss.Read(parsed) is { } loss) profile = profile with { Name = "custom", Loss = NetworkOption.LossOf(loss, _burst.Read(parsed)) };
        if (_duplicate.Read(parsed) is { } duplicate) profile = profile with { Name = "custom", Duplication = duplicate };
        if (_reorder.Read(parsed) is { } reorder) profile = profile with { Name = "custom", Reordering = reorder };
        return _mtu.Read(parsed) is { } mtu ? profile with { Name = "custom", DatagramBytesLimit = (int)mtu } : profile;
    }

    private static async Task<IPEndPoint> ResolveAsync(string name, string text, CancellationToken cancellationToken)
    {
        var colon = text.LastIndexOf(':');
        var host = colon < 0 ? "127.0.0.1" : text[..colon].Trim('[', ']');
        if (host.Length == 0 || !ushort.TryParse(text.AsSpan(colon + 1), out var port)) throw new BadArgumentException($"{name}: '{text}' is neither PORT nor HOST:PORT.");
        try
        {
            var addresses = await Dns.GetHostAddressesAsync(host, cancellationToken).ConfigureAwait(false);
            return new IPEndPoint(addresses.FirstOrDefault(address => address.AddressFamily == AddressFamily.InterNetwork) ?? addresses[0], port);
        }
        catch (SocketException error)
        {
            throw new BadArgumentException($"{name}: there is no host '{host}': {error.Message}.", error);
        }
    }
}
