using System.Buffers;
using System.Net;
using Genie.Brokers;
using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Ladders.Levels.Sides;

/// <summary>Messages of Genie.Datagrams, reliable and in order; each side's endpoint has a thread of its own.</summary>
internal sealed class DatagramWay(DatagramTransport transport) : ILevelWay
{
    private readonly DatagramOptions _options = new() { Transport = transport };

    /// <inheritdoc/>
    public Task<ILevelServer> ServeAsync(MessageHandler handler, CancellationToken cancellationToken)
    {
        var endpoint = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new Echo(), _options);
        endpoint.Start();
        return Task.FromResult<ILevelServer>(new EndpointServer(endpoint));
    }

    /// <inheritdoc/>
    public async Task<ILevelClient> ConnectAsync(int port, CancellationToken cancellationToken)
    {
        var answers = new Answers();
        var connected = answers.Slot.Expect();
        var endpoint = DatagramEndpoint.OpenClient(answers, _options, new IPEndPoint(IPAddress.Loopback, 0));
        try
        {
            endpoint.Start();
            var connection = endpoint.Connect(new IPEndPoint(IPAddress.Loopback, port));
            await connected.WaitAsync(cancellationToken).ConfigureAwait(false);
            return new Client(endpoint, connection, answers.Slot);
        }
        catch
        {
            endpoint.Dispose();
            throw;
        }
    }

    private sealed class Client(DatagramEndpoint endpoint, DatagramConnection connection, AnswerSlot slot) : ILevelClient
    {
        public ValueTask RequestAsync(ReadOnlyMemory<byte> request, IBufferWriter<byte> answer, CancellationToken cancellationToken)
        {
            var expected = slot.Expect();
            connection.Send(request.Span, DeliveryMode.ReliableOrdered);
            return AnswerSlot.WriteAsync(expected, answer, cancellationToken);
        }

        public ValueTask DisposeAsync()
        {
            endpoint.Dispose();
            return ValueTask.CompletedTask;
        }
    }

    private sealed class Echo : IDatagramHandler
    {
        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => connection.Send(message, DeliveryMode.ReliableOrdered);
    }

    private sealed class Answers : IDatagramHandler
    {
        public AnswerSlot Slot { get; } = new();

        public void OnConnected(DatagramConnection connection, ReadOnlySpan<byte> handshakeData) => Slot.Take([]);

        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => Slot.Take(message);

        public void OnDisconnected(DatagramConnection connection, DisconnectReason reason, ReadOnlySpan<byte> data) => Slot.Fail($"{reason}");
    }
}
