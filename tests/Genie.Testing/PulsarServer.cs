using Genie.Servers;

namespace Genie.Testing;

/// <summary>Pulsar for tests, by its start script.</summary>
public static class PulsarServer
{
    private const string Name = "pulsar";
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

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
        await AwaitNamespaceAsync(adminPort, variables.GetValueOrDefault("TOKEN"));
        return server;
    }

    // A new standalone server listens before it has made the namespace that everybody uses.
    private static async Task AwaitNamespaceAsync(int adminPort, string? token)
    {
        using var client = new HttpClient();
        if (token is not null) client.DefaultRequestHeaders.Authorization = new("Bearer", token);
        var deadline = DateTime.UtcNow + Patience;
        while (true)
        {
            try
            {
                using var answer = await client.GetAsync(new Uri($"http://127.0.0.1:{adminPort}/admin/v2/namespaces/public/default"));
                if (answer.IsSuccessStatusCode) return;
                if (DateTime.UtcNow > deadline) throw new ServerException($"Pulsar has no namespace public/default after {Patience.TotalSeconds:0} s: {answer.StatusCode}");
            }
            catch (HttpRequestException) when (DateTime.UtcNow < deadline)
            {
                // Its HTTP port comes last.
            }

            await Task.Delay(50);
        }
    }
}
