using System.Net;
using Genie.Datagrams;

namespace DatagramLadder.Levels;

/// <summary>Genie.Datagrams, reliable and in order. The client's endpoint is polled by the thread that waits, or has a thread of its own that completes a task.</summary>
internal sealed class TransportLevel : ILevel
{
    // The polled client is silent while other levels are measured.
    private static readonly DatagramOptions Options = new() { IdleTimeout = TimeSpan.FromHours(1) };
    private static readonly TimeSpan LongestWait = TimeSpan.FromMilliseconds(5);

    private readonly Answers _answers = new();
    private readonly bool _isPolled;
    private readonly DatagramEndpoint _endpoint;
    private readonly DatagramConnection _connection;

    public TransportLevel(int port, bool isPolled)
    {
        _isPolled = isPolled;
        _endpoint = DatagramEndpoint.OpenClient(_answers, Options, new IPEndPoint(IPAddress.Loopback, 0));
        _connection = _endpoint.Connect(new IPEndPoint(IPAddress.Loopback, port));
        if (!isPolled) _endpoint.Start();
        while (_connection.State == ConnectionState.Connecting)
        {
            if (isPolled) _endpoint.Poll();
            Thread.Sleep(1);
        }
    }

    public string Name => _isPolled ? "Genie.Datagrams, polled" : "Genie.Datagrams, own thread";

    public static int Serve()
    {
        var endpoint = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new Echo(), Options);
        endpoint.Start();
        return endpoint.LocalAddress.ToEndPoint().Port;
    }

    public ValueTask EchoAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        var answer = _answers.Expect();
        _connection.Send(message.Span, DeliveryMode.ReliableOrdered);
        if (_isPolled)
        {
            while (!answer.IsCompleted && !cancellationToken.IsCancellationRequested)
            {
                if (_endpoint.Poll() == 0 && !answer.IsCompleted) _endpoint.Wait(LongestWait);
            }
        }

        return Echoes.CheckAsync(message, answer, cancellationToken);
    }

    public ValueTask DisposeAsync()
    {
        _endpoint.Dispose();
        return ValueTask.CompletedTask;
    }

    private sealed class Echo : IDatagramHandler
    {
        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => connection.Send(message, DeliveryMode.ReliableOrdered);
    }

    private sealed class Answers : IDatagramHandler
    {
        private TaskCompletionSource<byte[]> _next = new();

        public Task<byte[]> Expect()
        {
            _next = new TaskCompletionSource<byte[]>(TaskCreationOptions.RunContinuationsAsynchronously);
            return _next.Task;
        }

        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => _next.TrySetResult(message.ToArray());
    }
}
