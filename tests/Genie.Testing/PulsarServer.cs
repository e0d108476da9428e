using Genie.Servers;

namespace Genie.Testing;

/// <summary>Pulsar for tests, by its start script.</summary>
public static class PulsarServer
{
    private const string Name = "pulsar";
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(2);

    /// <summary>Starts one that can be used at once.</summary>
    /// <param name="folder">A private folder.</param>
    /// <param name="port">The port of the binary protocol.</param>
    /// <param name="adminPort">The port of HTTP.</param>
    /// <param name="variables">Further variables for the script.</param>
    public static async Task<ServerProcess> StartAsync(string folder, int port, int adminPort, IReadOnlyDictionary<string, string> variables)
    {
        // A small heap: the tests move little, and the machine has other work.
        var all = new Dictionary<string, string>(variables) { ["HEAP"] = "384m", ["WEB_PORT"] = $"{adminPort}" };
        var server = await ScriptServer.StartAsync(Name, ScriptServer.Find(Name)!, folder, port, all, CancellationToken.None);
        await AwaitReadyAsync(adminPort, variables.GetValueOrDefault("TOKEN"));
        return server;
    }

    private static async Task AwaitReadyAsync(int adminPort, string? token)
    {
        using var client = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{adminPort}/admin/v2/") };
        if (token is not null) client.DefaultRequestHeaders.Authorization = new("Bearer", token);
        var deadline = DateTime.UtcNow + Timeout;

        // A standalone server listens before it has made the namespace that everybody uses, and takes no message before its
        // store has joined; asked for its health, it sends one to itself and reads it.
        await AwaitAsync(client, "namespaces/public/default", deadline);
        await AwaitAsync(client, "brokers/health", deadline);
    }

    private static async Task AwaitAsync(HttpClient client, string path, DateTime deadline)
    {
        while (true)
        {
            try
            {
                using var answer = await client.GetAsync(new Uri(path, UriKind.Relative));
                if (answer.IsSuccessStatusCode) return;
                if (DateTime.UtcNow > deadline)
                    throw new ServerException($"Pulsar answers '{path}' with {(int)answer.StatusCode} after {Timeout.TotalSeconds:0} s: {await answer.Content.ReadAsStringAsync()}");
            }
            catch (Exception error) when (error is HttpRequestException or TaskCanceledException && DateTime.UtcNow < deadline)
            {
                // Its HTTP port comes last, and a server that starts may be silent for long.
            }

            await Task.Delay(50);
        }
    }
}
