using System.Buffers;
using System.Text;
using Genie.Brokers.InMemory;
using Genie.Genuine.Identities;
using Genie.Testing;

namespace Genie.Brokers.Encryption.Tests;

/// <summary>A sender, a listener and the attacker's broker between them. What is handled is kept, as text; requests are answered with what they say.</summary>
public abstract class EncryptionFixture : IAsyncLifetime, IDisposable
{
    private protected const string Channel = "letters";
    private readonly InMemoryBroker _inner = new(new InMemoryOptions());
    private readonly List<IAsyncDisposable> _opened = [];

    private protected EncryptionFixture() => Hostile = new HostileBroker(_inner);

    private protected IdentityKeyPair Alice { get; } = IdentityKeyPair.Generate();

    private protected IdentityKeyPair Bob { get; } = IdentityKeyPair.Generate();

    private protected HostileBroker Hostile { get; }

    private protected ManualClock Clock { get; } = new();

    private protected List<string> Handled { get; } = [];

    private protected List<ReceivedMessage> Received { get; } = [];

    private protected List<RefusedMessage> Refused { get; } = [];

    private protected System.Collections.Concurrent.ConcurrentQueue<HandlerFailure> Failures { get; } = new();

    /// <summary>What everybody starts with; the clock is the test's.</summary>
    private protected EncryptionOptions OfAlice => new() { Identity = Alice, Listener = Bob.Public, Clock = Clock, PreKeys = new() { Clock = Clock } };

    private protected EncryptionOptions OfBob => new() { Identity = Bob, Clock = Clock, PreKeys = new() { Clock = Clock }, OnRefused = OnRefused };

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync()
    {
        foreach (var opened in Enumerable.Reverse(_opened)) await opened.DisposeAsync();
        await _inner.DisposeAsync();
    }

    public void Dispose()
    {
        Alice.Dispose();
        Bob.Dispose();
        GC.SuppressFinalize(this);
    }

    private protected async Task<EncryptedBroker> ListenAsync(EncryptionOptions? options = null, string channel = Channel, RedeliveryPolicy? redelivery = null)
    {
        var broker = new EncryptedBroker(new Unowned(Hostile), options ?? OfBob);
        _opened.Add(broker);
        await broker.ListenAuthenticatedAsync(channel, new ListenOptions { HandlerFailed = Failures.Enqueue, Redelivery = redelivery ?? new RedeliveryPolicy() }, EchoAsync, default);
        return broker;
    }

    private protected async Task<IEncryptedConnection> ConnectAsync(EncryptionOptions? options = null, string channel = Channel)
    {
        var broker = new EncryptedBroker(new Unowned(Hostile), options ?? OfAlice);
        _opened.Add(broker);
        return (IEncryptedConnection)await broker.ConnectAsync(channel, HostileBroker.Accepted, default);
    }

    private protected static async Task<string> AskAsync(IBrokerConnection connection, string text)
    {
        using var reply = await connection.RequestAsync(Encoding.UTF8.GetBytes(text), default);
        return Encoding.UTF8.GetString(reply.Payload.Span);
    }

    private protected static ValueTask SendAsync(IBrokerConnection connection, string text) => connection.SendAsync(Encoding.UTF8.GetBytes(text), default);

    /// <summary>What is sent once the hostile broker has heard of it; the refused end in its error.</summary>
    private protected static async Task SendRefusedAsync(Func<Task> send)
    {
        try
        {
            await send();
        }
        catch (BrokerException)
        {
            // Refused, and told through the in-memory broker's confirmation.
        }
    }

    private ValueTask EchoAsync(ReceivedMessage message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        var text = Encoding.UTF8.GetString(message.Body);
        lock (Handled)
        {
            Handled.Add(text);
            Received.Add(message);
        }

        if (text.StartsWith("fail", StringComparison.Ordinal)) throw new InvalidOperationException(text);
        foreach (var segment in message.Body) reply.Write(segment.Span);
        return ValueTask.CompletedTask;
    }

    private void OnRefused(RefusedMessage refused)
    {
        lock (Refused) Refused.Add(refused);
    }
}
