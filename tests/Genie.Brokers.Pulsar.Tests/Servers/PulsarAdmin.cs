using System.Net.Http.Json;

namespace Genie.Brokers.Pulsar.Tests.Servers;

/// <summary>Topics with partitions, which only the HTTP interface makes.</summary>
/// <param name="url">The broker's HTTP port.</param>
internal sealed class PulsarAdmin(Uri url) : IDisposable
{
    private readonly HttpClient _client = new() { BaseAddress = new Uri(url, "/admin/v2/persistent/public/default/") };

    /// <summary>Makes the topic of a channel.</summary>
    public async Task CreateAsync(string channel, int partitions)
    {
        using var answer = await _client.PutAsJsonAsync(PartitionsOf(channel), partitions);
        answer.EnsureSuccessStatusCode();
    }

    /// <summary>Gives the topic of a channel more partitions.</summary>
    public async Task ExtendAsync(string channel, int partitions)
    {
        using var answer = await _client.PostAsJsonAsync(PartitionsOf(channel), partitions);
        answer.EnsureSuccessStatusCode();
    }

    /// <summary>The names of topics, and of partitions, that contain a channel's, without what precedes the channel's.</summary>
    public async Task<string[]> TopicsOfAsync(string channel)
    {
        var all = await _client.GetFromJsonAsync<string[]>(new Uri("", UriKind.Relative));
        return [.. all!.Select(topic => topic[(topic.LastIndexOf('/') + 1)..]).Where(topic => topic.StartsWith($"genie.{channel}", StringComparison.Ordinal))
            .Select(topic => topic["genie.".Length..]).Order(StringComparer.Ordinal)];
    }

    /// <summary>The subscriptions of one partition.</summary>
    public async Task<string[]> SubscriptionsOfAsync(string topic) =>
        (await _client.GetFromJsonAsync<string[]>(new Uri($"genie.{topic}/subscriptions", UriKind.Relative)))!;

    public void Dispose() => _client.Dispose();

    private static Uri PartitionsOf(string channel) => new($"genie.{channel}/partitions", UriKind.Relative);
}
