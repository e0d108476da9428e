using System.Collections.Concurrent;
using System.Text;
using Genie.Brokers;
using Genie.Brokers.InMemory;
using Genie.Testing;

namespace Genie.Messaging.Tests;

/// <summary>What the README shows.</summary>
public sealed class ReadmeTests : IDisposable
{
    private readonly CancellationTokenSource _limit = new(TimeSpan.FromSeconds(60));
    private readonly ConcurrentQueue<string> _stored = new();
    private readonly InMemoryBroker _broker = new(new InMemoryOptions());

    public void Dispose() => _limit.Dispose();

    [Fact]
    public void It_shows_what_is_tested_here() => ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Messaging/README.md");

    [Fact]
    public async Task A_handler_settles_messages()
    {
        var (broker, stop, stored) = (_broker, _limit.Token, new TaskCompletionSource<string>());
        await using var client = new MessageClient(broker);
        await using var subscription = await client.SubscribeAsync("orders", new SubscribeOptions { Concurrency = 4 }, HandleAsync, stop);
        await using var sender = await client.ConnectAsync("orders", new ConnectionOptions(), stop);
        await sender.SendAsync(new Message("17 apples"u8.ToArray()) { Key = "customer-4", Headers = new Dictionary<string, string> { ["kind"] = "fruit" } }, stop);
        Console.WriteLine(await stored.Task.WaitAsync(stop));
        Assert.EndsWith(": 17 apples", await stored.Task, StringComparison.Ordinal);

        async ValueTask HandleAsync(ReceivedMessage message, CancellationToken cancellationToken)
        {
            if (message.Headers["kind"] != "fruit") message.DeadLetter("no fruit");        // kept with the reason
            else if (!await IsOpenAsync()) message.Nack(TimeSpan.FromSeconds(30));         // comes again then
            else await StoreAsync(message.Id, message.Body, cancellationToken);            // returning acknowledges; an exception does not
        }

        static Task<bool> IsOpenAsync() => Task.FromResult(true);

        Task StoreAsync(string id, ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
        {
            stored.TrySetResult($"{id}: {Encoding.UTF8.GetString(body.Span)}");
            return Task.CompletedTask;
        }
    }

    [Fact]
    public async Task A_loop_settles_messages()
    {
        var (client, stop, stored) = (new MessageClient(_broker), _limit.Token, 0);
        await using var sender = await client.ConnectAsync("orders", new ConnectionOptions(), stop);
        for (var i = 0; i < 2; i++) await sender.SendAsync(new Message(Encoding.UTF8.GetBytes($"{i}")), stop);

        await foreach (var message in client.ReceiveAsync("orders", new ReceiveOptions(), stop))
        {
            await StoreAsync(message.Id, message.Body, stop);
            message.Ack();
            if (++stored == 2) break;
        }

        Assert.Equal(["0", "1"], _stored);
        await client.DisposeAsync();
    }

    private Task StoreAsync(string id, ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        Assert.NotEmpty(id);
        _stored.Enqueue(Encoding.UTF8.GetString(body.Span));
        return Task.CompletedTask;
    }
}
