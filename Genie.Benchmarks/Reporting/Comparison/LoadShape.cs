using Genie.Benchmarks.Reporting.Model;
using Genie.Workload;

namespace Genie.Benchmarks.Reporting.Comparison;

/// <summary>What rows must have in common to stand in one chart.</summary>
internal sealed record LoadShape(
    RunMode Mode, int Connections, int InFlight, Stages Stages, string Geocoder, string Store, int PayloadBytes, double RateAsked, bool Encrypted, string Until = "", string? PayloadFile = null, string? PayloadSha256 = null, string Network = "")
{
    public static LoadShape Of(RunRow row) =>
        new(row.Mode, row.Connections, row.InFlight, row.Stages, row.Geocoder, row.Store, row.PayloadBytes, row.Limit is null ? row.RateAsked : 0, row.Encrypted, row.Limit?.Condition ?? "", row.PayloadFile, row.PayloadSha256, row.Network ?? "");

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
            if (PayloadBytes > 0) details.Add($"{Figures.Count(PayloadBytes)} bytes of payload{(PayloadFile is null ? "" : $" from {PayloadFile}")}");
            if (Until.Length > 0) details.Add($"open loop at the highest rate with {Until}");
            else details.Add(RateAsked > 0 ? $"open loop, {Figures.Count(RateAsked)} a second asked" : "closed loop");
            if (Encrypted) details.Add("encrypted");
            if (Network.Length > 0) details.Add($"through a network like {Network}");
            return string.Join(", ", details);
        }
    }

    private static string Count(int count, string noun) => $"{Figures.Count(count)} {noun}{(count == 1 ? "" : "s")}";
}
