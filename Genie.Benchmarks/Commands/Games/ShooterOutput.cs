using System.Text.Json;
using System.Text.Json.Serialization;
using Genie.Benchmarks.Load.Games.Shooter;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Commands.Games;

/// <summary>What <c>genie shooter</c> says at a terminal of 80 columns, or one JSON object.</summary>
/// <param name="output">Where to.</param>
/// <param name="asJson">True for programs.</param>
internal sealed class ShooterOutput(TextWriter output, bool asJson)
{
    /// <summary>It has begun.</summary>
    public void Begin(int ships, int rate, int seed, Uri page, TimeSpan? duration)
    {
        if (asJson) return;
        Line($"{ships:N0} ships in the zones of {ShooterArena.ZoneCount} servers, {rate} Hz; seed {seed}.");
        Line($"The page: {page}{(duration is null ? "; Ctrl-C ends the game, and proves what arrived" : "")}.");
    }

    /// <summary>A server was killed.</summary>
    public void Killed(string server)
    {
        if (!asJson) Line($"Killed server {server}.");
    }

    /// <summary>The end.</summary>
    public void End(int seed, ShooterResult result)
    {
        if (asJson)
        {
            output.WriteLine(JsonSerializer.Serialize(new ShooterReport(MachineReader.Read(), seed, result), ShooterReportJsonContext.Default.ShooterReport));
            return;
        }

        Line($"""

            played       {result.Seconds:0.0} s; each ship told where it is {result.MovesPerSecond:0.0} times a second
            seen         {result.SeenPerSecond:N0} messages a second by a viewer of everything
            reliable     {result.Sent:N0} shots and hits sent: {result.Lost:N0} lost, {result.Doubled:N0} doubled
            destroyed    {result.Destroyed:N0} ships, which were told {result.DestroyedTold:N0} times
            disorder     {result.Disorder:N0} messages that did not follow the one before
            handed over  {result.HandedOver:N0} ships; {result.Resent:N0} messages sent again to another server
            """);
        foreach (var takeover in result.Takeovers)
            Line($"killed       {takeover.Server}: its zones had owners after {Seconds(takeover.ZonesSeconds)}, its last ship after {Seconds(takeover.ShipsSeconds)}");
        Line($"{(result.Held ? "held: every reliable message counted once, and in order" : "not held")}");
    }

    private static string Seconds(double? seconds) => seconds is { } known ? FormattableString.Invariant($"{known:0.0} s") : "never";

    private void Line(FormattableString text)
    {
        output.WriteLine(FormattableString.Invariant(text));
        output.Flush();
    }
}

/// <summary>What <c>genie shooter --json</c> prints.</summary>
/// <param name="Machine">Where it was played.</param>
/// <param name="Seed">Of the bots.</param>
/// <param name="Result">How it went.</param>
internal sealed record ShooterReport(MachineFacts Machine, int Seed, ShooterResult Result);

/// <summary>Source-generated JSON of it.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, WriteIndented = true)]
[JsonSerializable(typeof(ShooterReport))]
internal sealed partial class ShooterReportJsonContext : JsonSerializerContext;
