using System.CommandLine;
using System.Globalization;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Pacing;
using Genie.Benchmarks.Reporting.Model;
using Genie.Workload;
using Genie.Workload.Parties;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>The options that say what a client's requests are like, of which a worker need not know.</summary>
internal sealed class RequestOptions
{
    // Beyond it, all but one request in a million are about the same party.
    private const double SkewMax = 20;

    private readonly Option<string?> _payloadFile = new("--payload-file")
    {
        Description = "Payloads of your own, in place of --payload: a file, a file of JSON lines (.jsonl, .ndjson) with a message each, or a folder with a message a file; each sender goes through them in their order. With --stages transport they are the message, else they are added to each request",
        HelpName = "PATH",
    };

    private readonly Option<string?> _replay = new("--replay")
    {
        Description = "Sends the JSON lines of --payload-file at the times they have in this property (ISO 8601, or a Unix time), by one connection, with --mode fire-and-forget; again from the begin when they have ended. The row lasts as long as they do unless --duration says otherwise",
        HelpName = "PROPERTY",
    };

    private readonly ParsedOption<double> _replaySpeed = Options.Of("--replay-speed", "How much faster than it was recorded", "1", ParseSpeed);
    private readonly ParsedOption<long?> _keys = Options.OfCountOrNone("--keys", $"Different parties that requests are about, at most {PartyDirectory.Count}: the keys of --partitions and of grains [default: all]", min: 1, max: PartyDirectory.Count);
    private readonly ParsedOption<double> _keySkew = Options.Of("--key-skew", "How unevenly requests fall on them, the exponent of Zipf's law: 0 all alike; with 1 the n-th most frequent has an n-th of the first one's", "0", ParseSkew);

    /// <summary>Adds them to the command.</summary>
    public void AddTo(Command command)
    {
        foreach (var option in (Option[])[_payloadFile, _replay, _replaySpeed, _keys, _keySkew]) command.Add(option);
    }

    /// <summary>A workload with what was chosen.</summary>
    /// <exception cref="BadArgumentException">Arguments that do not go together, or a file that is no payload.</exception>
    public WorkloadChoice Apply(ParseResult parsed, WorkloadChoice workload)
    {
        if (parsed.GetValue(_payloadFile) is { } file) workload = WithPayload(workload, file);
        return WithKeys(workload, (int?)_keys.Read(parsed) ?? 0, _keySkew.Read(parsed));
    }

    /// <summary>A request with the recorded stream that was chosen, where one was.</summary>
    /// <exception cref="BadArgumentException">Arguments that do not go together, or a file that is no recording.</exception>
    public BenchRequest WithReplay(ParseResult parsed, BenchRequest request)
    {
        if (parsed.GetValue(_replay) is not { } field)
            return parsed.GetResult(_replaySpeed) is not null ? throw new BadArgumentException("--replay-speed is about a --replay; name its property.") : request;
        if (request.Workload.PayloadFile is null) throw new BadArgumentException("--replay sends what --payload-file names; name a file of JSON lines.");
        if (!request.Rate.IsClosedLoop || request.Until is not null) throw new BadArgumentException("--replay has its own times; leave --rate and --until out.");
        if (request.Modes is not [RunMode.FireAndForget] || request.Connections is not [1]) throw new BadArgumentException("--replay is one stream: ask for --mode fire-and-forget and --connections 1.");
        var replay = new ReplayChoice(field, _replaySpeed.Read(parsed));
        try
        {
            var recording = replay.Read(request.Workload);
            var duration = request.Duration ?? TimeSpan.FromSeconds(recording.PeriodSeconds);
            return recording.CountWithin(duration.TotalSeconds) is > 0 and var count
                ? request with { Replay = replay, Duration = duration, Rate = RateProfile.Constant(count / duration.TotalSeconds) }
                : throw new FormatException("nothing is due in so short a time.");
        }
        catch (FormatException error)
        {
            throw new BadArgumentException($"--replay {field}: {error.Message}");
        }
    }

    private static double ParseSpeed(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var speed) && speed is > 0 and <= 1e6
            ? speed : throw new FormatException($"'{text}' is no factor above 0, as in 2 or 0.5.");

    private static WorkloadChoice WithPayload(WorkloadChoice workload, string file)
    {
        if (workload.PayloadBytes > 0) throw new BadArgumentException("--payload and --payload-file both say what is sent; leave one of them out.");
        var payload = PayloadFile.Open(file);
        return workload with { PayloadFile = payload, PayloadBytes = payload.MeanBytes };
    }

    private static WorkloadChoice WithKeys(WorkloadChoice workload, int keys, double skew) =>
        workload.Stages == Stages.Transport && (keys > 0 || skew > 0)
            ? throw new BadArgumentException("--keys and --key-skew need requests with a party; --stages transport has none.") : workload with { Keys = keys, KeySkew = skew };

    private static double ParseSkew(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var skew) && skew <= SkewMax
            ? skew : throw new FormatException($"'{text}' is no exponent from 0 to {SkewMax}, as in 0.99.");
}
