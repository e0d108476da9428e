using System.Text.Json;
using Genie.Brokers.Conformance.Laboratory;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Commands.Lab;

/// <summary>One check of one driver, as <c>--json</c> writes it: an object a line.</summary>
internal sealed record LabRow
{
    private static readonly JsonSerializerOptions Json = new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower, RespectRequiredConstructorParameters = true };

    /// <summary>Always <c>lab</c>.</summary>
    public required string Part { get; init; }

    /// <summary>The messaging system.</summary>
    public required string System { get; init; }

    /// <summary>The client library.</summary>
    public required string Client { get; init; }

    /// <summary>The check's name.</summary>
    public required string Check { get; init; }

    /// <summary>True if everything was as it must be.</summary>
    public required bool Held { get; init; }

    /// <summary>See <see cref="LabResult.RecoverMilliseconds"/>.</summary>
    public required long RecoverMs { get; init; }

    /// <summary>See <see cref="LabResult.Lost"/>.</summary>
    public required long Lost { get; init; }

    /// <summary>See <see cref="LabResult.Doubled"/>.</summary>
    public required long Doubled { get; init; }

    /// <summary>See <see cref="LabResult.LateCallers"/>.</summary>
    public required long LateCallers { get; init; }

    /// <summary>See <see cref="LabResult.ConnectionsPerSecond"/>.</summary>
    public required double ConnectionsPerS { get; init; }

    /// <summary>See <see cref="LabResult.LeakedBytes"/>.</summary>
    public required long LeakedBytes { get; init; }

    /// <summary>See <see cref="LabResult.Seed"/>.</summary>
    public required int Seed { get; init; }

    /// <summary>The row of a check that was run.</summary>
    public static LabRow Of(IBrokerDriver driver, LabResult result) => new()
    {
        Part = "lab",
        System = driver.Broker,
        Client = driver.Client,
        Check = result.Check.Name,
        Held = result.Held,
        RecoverMs = result.RecoverMilliseconds,
        Lost = result.Lost,
        Doubled = result.Doubled,
        LateCallers = result.LateCallers,
        ConnectionsPerS = Math.Round(result.ConnectionsPerSecond, 2),
        LeakedBytes = result.LeakedBytes,
        Seed = result.Seed,
    };

    /// <summary>The object, without a line break.</summary>
    public string ToJson() => JsonSerializer.Serialize(this, Json);

    /// <summary>Reads what runs wrote; of a check that stands in several files, the last is kept.</summary>
    /// <exception cref="BadArgumentException">A file cannot be read, or a line is none of these.</exception>
    public static IReadOnlyList<LabRow> Read(IReadOnlyList<string> files)
    {
        var rows = new Dictionary<(string System, string Client, string Check), LabRow>();
        foreach (var file in files)
        {
            foreach (var (number, line) in LinesOf(file).Index())
            {
                if (line.Length > 0 && Parse(file, number + 1, line) is var row) rows[(row.System, row.Client, row.Check)] = row;
            }
        }

        return [.. rows.Values];
    }

    private static string[] LinesOf(string file)
    {
        try
        {
            return File.ReadAllLines(file);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw new BadArgumentException($"--read {file}: {error.Message}");
        }
    }

    private static LabRow Parse(string file, int number, string line)
    {
        try
        {
            if (JsonSerializer.Deserialize<LabRow>(line, Json) is { Part: "lab" } row) return row;
        }
        catch (JsonException)
        {
            // Said below.
        }

        throw new BadArgumentException($"--read {file}: line {number} is no object that 'genie lab --json' writes.");
    }
}
