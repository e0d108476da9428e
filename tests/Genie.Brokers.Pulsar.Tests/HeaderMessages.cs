using System.Globalization;
using System.Text;
using Genie.Brokers.Envelopes;
using Genie.Messaging;

namespace Genie.Brokers.Pulsar.Tests;

/// <summary>Messages with headers, id and key, of which a foreign library is the other end.</summary>
internal static class HeaderMessages
{
    public const int Count = 50;
    public const string Key = "customer-4";
    private const string Trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private const string Kind = "fr\u00fcchte: \\ 50%";
    private static readonly MessagingOptions Native = new() { NativeHeaders = true };

    /// <summary>What a foreign producer gives one of them as properties.</summary>
    public static Dictionary<string, string> PropertiesOf(int number) => new() { [NativeHeaders.Id] = IdOf(number), ["kind"] = Kind, ["traceparent"] = Trace };

    /// <summary>The body of one of them.</summary>
    public static byte[] BodyOf(int number) => Encoding.UTF8.GetBytes($"body {number}");

    /// <summary>Has a foreign producer send <see cref="Count"/> of them, and expects them at a listener of ours.</summary>
    /// <param name="options">The server.</param>
    /// <param name="client">Our client.</param>
    /// <param name="send">Sends them to a topic.</param>
    public static async Task ExpectFromAsync(PulsarOptions options, string client, Func<string, Task> send)
    {
        var channel = Clients.NewChannel();
        await using var messages = new MessageClient(Clients.Create(options, client), Native);
        var received = System.Threading.Channels.Channel.CreateUnbounded<(string Id, string Key, string Kind, string Trace, string Body)>();
        await using var subscription = await messages.SubscribeAsync(channel, new SubscribeOptions(), (message, _) =>
        {
            received.Writer.TryWrite((message.Id, message.Key, message.Headers["kind"], message.Headers["traceparent"], Encoding.UTF8.GetString(message.Body.Span)));
            return ValueTask.CompletedTask;
        }, default);
        await send(TopicOf(options, channel));
        using var timeout = new CancellationTokenSource(Clients.SafetyNet);
        for (var number = 0; number < Count; number++)
            Assert.Equal((IdOf(number), Key, Kind, Trace, $"body {number}"), await received.Reader.ReadAsync(timeout.Token));
    }

    /// <summary>Sends them all at once, as batches are formed so, and expects of a foreign consumer what it read.</summary>
    /// <param name="options">The server.</param>
    /// <param name="client">Our client.</param>
    /// <param name="subscribe">Subscribes to a topic; what it gives reads one message.</param>
    public static async Task ExpectAtAsync(PulsarOptions options, string client, Func<string, Task<Func<CancellationToken, Task<(string? Key, IReadOnlyDictionary<string, string> Properties, byte[] Body)>>>> subscribe)
    {
        var channel = Clients.NewChannel();
        var receive = await subscribe(TopicOf(options, channel));
        await using var messages = new MessageClient(Clients.Create(options, client), Native);
        await using var sender = await messages.ConnectAsync(channel, new ConnectionOptions(), default);
        await Task.WhenAll(Enumerable.Range(0, Count).Select(number => sender.SendAsync(
            new Message(BodyOf(number)) { Id = IdOf(number), Key = Key, Headers = new Dictionary<string, string> { ["kind"] = Kind, ["traceparent"] = Trace } }, default).AsTask()));
        using var timeout = new CancellationTokenSource(Clients.SafetyNet);
        var bodies = new List<string>();
        for (var i = 0; i < Count; i++)
        {
            var (key, properties, body) = await receive(timeout.Token);
            bodies.Add(Encoding.UTF8.GetString(body));
            var number = int.Parse(bodies[^1].Split(' ')[1], CultureInfo.InvariantCulture);
            Assert.Equal(Key, key);
            Assert.Equal(PropertiesOf(number).OrderBy(property => property.Key, StringComparer.Ordinal), properties.Where(property => property.Key != NativeHeaders.SentAt).OrderBy(property => property.Key, StringComparer.Ordinal));
        }

        Assert.Equal(Count, bodies.Distinct().Count());
    }

    private static string IdOf(int number) => $"id-{number}";

    private static string TopicOf(PulsarOptions options, string channel) => $"persistent://{options.Tenant}/{options.Namespace}/{options.TopicPrefix}{channel}";
}
