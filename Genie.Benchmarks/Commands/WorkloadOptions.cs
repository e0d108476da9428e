using System.CommandLine;
using Genie.Benchmarks.Load;
using Genie.Workload;

namespace Genie.Benchmarks.Commands;

/// <summary>The options that say what a request means; client and worker take the same.</summary>
internal sealed class WorkloadOptions
{
    private readonly Option<Stages> _stages = Options.OfName<Stages>("--stages", "How much of the work is done", "full");
    private readonly Option<string> _geocoder = Options.OneOf("--geocoder", "What looks coordinates up", "embedded", "postgis");
    private readonly Option<long> _payload = Options.OfCount("--payload", "Bytes added to each request (256, 64KiB)", "0");
    private readonly Option<long> _seed = Options.OfCount("--seed", "What requests follow from: the same seed, the same requests", "1");

    /// <summary>Adds them to a command.</summary>
    public void AddTo(Command command)
    {
        command.Add(_stages);
        command.Add(_geocoder);
        command.Add(_payload);
        command.Add(_seed);
    }

    /// <summary>What was chosen.</summary>
    public WorkloadChoice Read(ParseResult parsed) => new()
    {
        Stages = parsed.GetValue(_stages),
        Geocoder = parsed.GetValue(_geocoder)!,
        PayloadBytes = (int)parsed.GetValue(_payload),
        Seed = parsed.GetValue(_seed),
    };
}
