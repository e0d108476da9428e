using Genie.Benchmarks.Reporting.Model;
using Genie.Workload;

namespace Genie.Benchmarks.Reporting.Comparison;

/// <summary>What rows must have in common to stand in one chart.</summary>
internal sealed record LoadShape(
    RunMode Mode, int Connections, int InFlight, Stages Stages, string Geocoder, string Store, int PayloadBytes, double RateAsked, bool Encrypted, string Until = "", string? PayloadFile = null, string? PayloadSha256 = null, string Network = "",
    string PayloadSizes = "", int PayloadMessages = 0, int Keys = 0, double KeySkew = 0, string RateStages = "", double WorkerDelayMilliseconds = 0, double WorkerAwaySeconds = 0, string Faults = "", bool IsSweep = false, int FanOut = 0, int PipelineStages = 0, string Replay = "", string GrainHost = "", int Nodes = 0, string Agents = "")
{
    public static LoadShape Of(RunRow row) =>
        new(row.Mode, row.Connections, row.InFlight, row.Stages, row.Geocoder, row.Store, row.PayloadBytes, row.Limit is null ? row.RateAsked : 0, row.Encrypted, row.Limit?.Condition ?? "", row.PayloadFile, row.PayloadSha256, row.Network ?? "",
            row.PayloadSizes ?? "", row.PayloadMessages, row.Keys, row.KeySkew, row.RateStages ?? "", row.WorkerDelayMilliseconds, row.WorkerAwaySeconds, string.Join(", ", row.Faults ?? []), FanOut: row.FanOut, PipelineStages: row.PipelineStages, Replay: row.Replay ?? "", GrainHost: row.GrainHost, Nodes: row.Nodes,
            Agents: string.Join("; ", (row.Agents ?? []).Select(agent => $"{agent.Role} on {agent.Name}")));

    /// <summary>A heading: <c>Round trip, 32 connections</c>.</summary>
    public string Title => $"{(Mode == RunMode.RoundTrip ? "Round trip" : "Fire and forget")}, {Count(Connections, "connection")}";

    /// <summary>The rest: <c>1 in flight on each, stages full, embedded geocoder</c>.</summary>
    public string Details
    {
        get
        {
            List<string> details = [$"{Figures.Count(InFlight)} in flight on each", $"stages {Figures.Name(Stages)}"];
            if (Geocoder.Length > 0) details.Add($"{Geocoder} geocoder");
            if (Store.Length > 0) details.Add($"{Store} event store");
            if (GrainHost.Length > 0) details.Add(Nodes > 0 ? $"grains in {Count(Nodes, "node")} of {GrainHost}" : $"grains in nodes of {GrainHost}");
            if (PayloadBytes > 0) details.Add($"{Figures.Count(PayloadBytes)} bytes of payload{PayloadDetails}");
            if (Keys > 0 || KeySkew > 0) details.Add($"{(Keys > 0 ? $"{Figures.Count(Keys)} keys" : "all keys")}{(KeySkew > 0 ? $", skew {Figures.Three(KeySkew)}" : "")}");
            if (Replay.Length > 0) details.Add($"a recorded stream at its own times, {Replay}: {Figures.Three(RateAsked)} a second in the mean");
            else if (IsSweep) details.Add("open loop at rates that rise");
            else if (Until.Length > 0) details.Add($"open loop at the highest rate with {Until}");
            else details.Add(RateAsked > 0 ? $"open loop, {Figures.Count(RateAsked)} a second asked{(RateStages.Length > 0 ? $" in the mean, in stages {RateStages}" : "")}" : "closed loop");
            if (WorkerDelayMilliseconds > 0) details.Add($"a worker that takes {Figures.Three(WorkerDelayMilliseconds)} ms longer");
            if (WorkerAwaySeconds > 0) details.Add($"a worker that is away for the first {Figures.Three(WorkerAwaySeconds)} s");
            if (FanOut > 0) details.Add($"each message to {Count(FanOut, "listener")}");
            if (PipelineStages > 0) details.Add($"through {Count(PipelineStages, "stage")}");
            if (Agents.Length > 0) details.Add(Agents);
            if (Encrypted) details.Add("encrypted");
            if (Network.Length > 0) details.Add($"through a network like {Network}");
            if (Faults.Length > 0) details.Add($"with faults: {Faults}");
            return string.Join(", ", details);
        }
    }

    private string PayloadDetails
    {
        get
        {
            if (PayloadSizes.Length > 0) return $" in the mean, sizes {PayloadSizes}";
            if (PayloadFile is null) return "";
            return PayloadMessages > 0 ? $" in the mean, {Figures.Count(PayloadMessages)} messages from {PayloadFile}" : $" from {PayloadFile}";
        }
    }

    private static string Count(int count, string noun) => $"{Figures.Count(count)} {noun}{(count == 1 ? "" : "s")}";
}
