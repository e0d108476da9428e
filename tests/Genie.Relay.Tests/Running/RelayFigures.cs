using System.Net.Http.Json;
using System.Text.Json;

namespace Genie.Relay.Tests.Running;

/// <summary>What the status page shows; names as its JSON has them.</summary>
internal sealed record RelayFigures(string State, int Queue, long Calls, long Errors, IReadOnlyList<WorkerFigure> Workers)
{
    private static readonly JsonSerializerOptions Json = new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    public IReadOnlyList<WorkerFigure> Serving => [.. Workers.Where(worker => worker.State == "serving")];

    public static async Task<RelayFigures> ReadAsync(HttpClient http, int port) =>
        (await http.GetFromJsonAsync<RelayFigures>($"http://127.0.0.1:{port}/status.json", Json))!;
}

/// <summary>A worker there.</summary>
internal sealed record WorkerFigure(string Name, string Address, int ProcessId, string State, int InFlight, long Answers, int Generation);
