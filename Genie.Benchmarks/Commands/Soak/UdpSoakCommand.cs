using System.CommandLine;
using Genie.Benchmarks.Load.Soak.Udp;
using Genie.Benchmarks.Load.Soak.Udp.Peers;
using Genie.Benchmarks.Load.Soak.Udp.State;
using Genie.Benchmarks.Load.Soak.Udp.Verdicts;
using Genie.Benchmarks.Measurement;

namespace Genie.Benchmarks.Commands.Soak;

/// <summary><c>genie soak udp</c>: hours of Genie.Datagrams with everything on.</summary>
internal sealed class UdpSoakCommand
{
    private readonly ParsedOption<TimeSpan> _duration = Options.OfDuration("--duration", "How long it lasts, interruptions not counted; with --resume a longer one than before goes on for longer", "4h");
    private readonly ParsedOption<long> _connections = Options.OfCount("--connections", "Connections at once", "8", min: 1, max: 1_000);
    private readonly ParsedOption<long> _rate = Options.OfCount("--rate", "Ticks a second of each connection in each direction: a reliable message each, 6 KB more in one of ten, an unreliable one more in another one", "30", min: 1, max: 1_000);
    private readonly ParsedOption<double> _loss = Options.Of("--loss", "The share of datagrams that the network loses", "1%", NetworkOption.ParseLoss);
    private readonly ParsedOption<TimeSpan> _latency = Options.OfDuration("--latency", "What a round trip takes longer", "35ms", mayBeNone: true, NetworkOption.LatencyMax);
    private readonly ParsedOption<TimeSpan> _variance = Options.OfDuration("--variance", "The mean of what comes on top of it in each direction, exponentially distributed", "5ms", mayBeNone: true, NetworkOption.LatencyMax);
    private readonly ParsedOption<string> _transport = Options.OneOf("--transport", "What carries messages: datagrams, or streams with TLS, of which the network sends what it loses again", SoakEndpoints.Udp, SoakEndpoints.Tcp);
    private readonly ParsedOption<string> _compression = Options.OneOf("--compress", "What compresses messages", [.. SoakEndpoints.Compressions]);
    private readonly ParsedOption<string> _cipher = Options.OneOfOrNone("--cipher", "What encrypts datagrams [default: what both sides like best]; TLS chooses by itself", [.. SoakEndpoints.Ciphers]);
    private readonly ParsedOption<long?> _seed = Options.OfCountOrNone("--seed", "What is drawn by lot follows from it [default: another each time]", max: int.MaxValue);
    private readonly ParsedOption<TimeSpan> _checkpoint = Options.OfDuration("--checkpoint", "How often what --resume needs is written to the disk", "1m");
    private readonly Option<string> _out = new("--out") { Description = "The result's file; Markdown goes beside it, and so does the state while it runs", HelpName = "FILE", DefaultValueFactory = _ => "soak-udp.json" };
    private readonly Option<bool> _resume = new("--resume") { Description = "Goes on with the soak of --out that was killed or stopped: new connections, all counts kept" };
    private readonly Option<bool> _json = new("--json") { Description = "Prints the result as one JSON object and nothing else" };

    private UdpSoakCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var soak = new UdpSoakCommand();
        var command = new Command("udp", "Keeps Genie.Datagrams under load over real UDP (or TCP) sockets, encrypted and compressed, through a network that loses, delays, doubles and reorders, between two processes. Exit code 0: every reliable message arrived once, in order and unchanged, and memory is flat; 1: not so; 2: bad arguments, or nothing to resume; 130: ended by Ctrl-C, with the verdict so far.")
        {
            soak._duration, soak._connections, soak._rate, soak._loss, soak._latency, soak._variance, soak._transport, soak._compression, soak._cipher, soak._seed, soak._checkpoint, soak._out, soak._resume, soak._json,
        };
        command.SetAction(soak.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var files = new UdpSoakFiles(parsed.GetValue(_out)!);
        files.CheckWritable();
        var begin = parsed.GetValue(_resume) ? Resume(parsed, files) : Begin(parsed, files);
        var output = new UdpSoakOutput(parsed.InvocationConfiguration.Output, parsed.GetValue(_json));
        output.Begin(begin);
        var load = new MachineLoad(TimeProvider.System);
        var state = await new UdpSoakRun(begin, Save, _checkpoint.Read(parsed), output.Say).RunAsync(cancellationToken).ConfigureAwait(false);
        var result = UdpSoakResult.Of(state, MachineReader.Read(), load.End());
        output.End(result);
        files.WriteResult(result);
        if (state.IsComplete) files.DeleteState();
        output.Say($"Written: {files.Result}, {files.Markdown}{(state.IsComplete ? "" : "; --resume goes on")}");
        if (cancellationToken.IsCancellationRequested && !state.IsComplete) return ExitCode.Interrupted;
        return result.Held ? ExitCode.Success : ExitCode.Failure;

        void Save(UdpSoakState current)
        {
            try
            {
                files.WriteState(current);
            }
            catch (Exception error) when (error is IOException or UnauthorizedAccessException && current.Samples.Count > begin.Samples.Count)
            {
                // At the start that is a reason to stop; later a full disk must not cost what was counted.
                output.Say($"The state could not be written, and the soak goes on: {error.Message}");
            }

            output.Progress(current);
        }
    }

    private UdpSoakState Begin(ParseResult parsed, UdpSoakFiles files)
    {
        if (files.HasState) throw new BadArgumentException($"{files.State} is of a soak that was not finished: --resume goes on with it; delete it to begin anew.");
        var (transport, cipher) = (_transport.Read(parsed)!, _cipher.Read(parsed));
        if (transport == SoakEndpoints.Tcp && cipher is not null) throw new BadArgumentException("--cipher is for --transport udp: TLS chooses its own.");
        return new UdpSoakState
        {
            Started = DateTimeOffset.UtcNow,
            Plan = new UdpSoakPlan
            {
                DurationSeconds = _duration.Read(parsed).TotalSeconds,
                Connections = (int)_connections.Read(parsed),
                RateHertz = (int)_rate.Read(parsed),
                Loss = _loss.Read(parsed),
                LatencyMilliseconds = _latency.Read(parsed).TotalMilliseconds,
                VarianceMilliseconds = _variance.Read(parsed).TotalMilliseconds,
                Transport = transport,
                Compression = _compression.Read(parsed)!,
                Cipher = cipher,
                Seed = (int?)_seed.Read(parsed) ?? Random.Shared.Next(),
            },
        };
    }

    private UdpSoakState Resume(ParseResult parsed, UdpSoakFiles files)
    {
        var given = ((Option[])[_connections, _rate, _loss, _latency, _variance, _transport, _compression, _cipher, _seed]).FirstOrDefault(option => parsed.GetResult(option) is { Implicit: false });
        if (given is not null) throw new BadArgumentException($"--resume goes on with what was asked for before; leave out {given.Name}.");
        UdpSoakState found;
        try
        {
            found = UdpSoakStateFile.Read(files.State);
        }
        catch (SoakStateException error)
        {
            throw new BadArgumentException(error.Message, error);
        }

        if (parsed.GetResult(_duration) is { Implicit: false }) found = found with { Plan = found.Plan with { DurationSeconds = _duration.Read(parsed).TotalSeconds } };
        if (found.IsComplete) throw new BadArgumentException(FormattableString.Invariant($"Its {found.Plan.DurationSeconds:0} s are over; give a longer --duration to go on."));
        return UdpSoakLeg.Resume(found);
    }
}
