using System.Diagnostics.Metrics;
using Genie.Relay.Workers;

namespace Genie.Relay.Telemetry;

/// <summary>What gauges show of the workers.</summary>
internal static class WorkerFigures
{
    /// <summary>How many there are, by what they are at.</summary>
    public static IEnumerable<Measurement<int>> States(Supervisor supervisor)
    {
        var workers = supervisor.Workers;
        return Enum.GetValues<WorkerState>().Where(state => state != WorkerState.Ended)
            .Select(state => new Measurement<int>(workers.Count(worker => worker.State == state), new KeyValuePair<string, object?>("state", NameOf(state))));
    }

    /// <summary>Calls under way, by worker.</summary>
    public static IEnumerable<Measurement<int>> InFlight(Supervisor supervisor) =>
        supervisor.Workers.Select(worker => new Measurement<int>(worker.InFlight, new KeyValuePair<string, object?>("worker", worker.Name)));

    /// <summary>A state in lower case.</summary>
    public static string NameOf(WorkerState state) => state.ToString().ToLowerInvariant();
}
