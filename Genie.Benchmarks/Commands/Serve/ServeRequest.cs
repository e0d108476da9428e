using Genie.Benchmarks.Load;
using Genie.Extensions.Genius.Rules;

namespace Genie.Benchmarks.Commands.Serve;

/// <summary>What <c>genie serve</c> was asked for.</summary>
internal sealed record ServeRequest
{
    /// <summary>The systems, the baseline first.</summary>
    public required IReadOnlyList<string> Brokers { get; init; }

    /// <summary><c>wire</c>, <c>official</c>, or null for the first that each system has.</summary>
    public string? Client { get; init; }

    /// <summary>Drivers' settings, for each system.</summary>
    public required ILookup<string, KeyValuePair<string, string>> Settings { get; init; }

    /// <summary>What requests mean.</summary>
    public required WorkloadChoice Workload { get; init; }

    /// <summary>Where it listens. Default: port 5080 of this machine, for nobody else.</summary>
    public string Url { get; init; } = "http://127.0.0.1:5080";

    /// <summary>What the live page tells requests apart by, a region each; none: the countries that they come from.</summary>
    public IReadOnlyList<Rule> Regions { get; init; } = [];

    /// <summary>Links to each system.</summary>
    public int Connections { get; init; } = 1;

    /// <summary>Requests under way at once for each path.</summary>
    public int InFlightMax { get; init; } = 64;

    /// <summary>Requests that wait for one of those to end, for each path; more are refused.</summary>
    public int QueueMax { get; init; } = 256;

    /// <summary>Handlers that run at once in a worker.</summary>
    public int WorkerConcurrency { get; init; } = 1;

    /// <summary>A request without answer for this long has failed.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>A shell command that starts the workers elsewhere, or null.</summary>
    public string? WorkerCommand { get; init; }
}
