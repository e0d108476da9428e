using System.Buffers;
using System.IO.Pipelines;
using System.Net;
using System.Net.Sockets;
using Genie.Brokers.Pulsar.Wire;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Tests.Servers;

/// <summary>A member of a cluster that serves no topic itself: it greets, and answers every look-up with another broker's address.
/// A standalone server cannot be made to do that.</summary>
internal sealed class RedirectingBroker : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Uri _other;
    private readonly CommandLookupTopicResponse.Types.LookupType _answer;
    private readonly Task _accepting;
    private int _lookUps;

    public RedirectingBroker(Uri other, bool isFinal)
    {
        _other = other;
        _answer = isFinal ? CommandLookupTopicResponse.Types.LookupType.Connect : CommandLookupTopicResponse.Types.LookupType.Redirect;
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public Uri Url => new($"pulsar://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");

    /// <summary>Looks a topic up at the other broker, as that serves only what it was asked for: the load manager of a cluster sees to it. Null where nobody is there.</summary>
    public Func<string, Task>? Assign { get; init; }

    public int LookUps => Volatile.Read(ref _lookUps);

    public async ValueTask DisposeAsync()
    {
        _listener.Stop();
        await _accepting.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _listener.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (true)
        {
            var client = await _listener.AcceptTcpClientAsync();
            _ = ServeAsync(client);
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using var served = client;
        await using var stream = client.GetStream();
        var reader = PipeReader.Create(stream);
        var parser = new PulsarFrameParser();
        for (var read = await reader.ReadAsync(); !read.IsCompleted; read = await reader.ReadAsync())
        {
            var buffer = read.Buffer;
            while (TryAnswer(parser, ref buffer, out var answer, out var topic))
            {
                if (topic is not null && Assign is not null) await Assign(topic);
                if (answer is not null) await stream.WriteAsync(CommandFrame.Format(answer));
            }

            reader.AdvanceTo(buffer.Start, buffer.End);
        }
    }

    private bool TryAnswer(PulsarFrameParser parser, ref ReadOnlySequence<byte> buffer, out BaseCommand? answer, out string? topic)
    {
        (answer, topic) = (null, null);
        if (!parser.TryRead(ref buffer, out var frame)) return false;
        var command = PulsarCommands.Parse(frame.Command);
        if (command.Connect is not null)
            answer = new BaseCommand { Type = BaseCommand.Types.Type.Connected, Connected = new CommandConnected { ServerVersion = "a test's", ProtocolVersion = 21 } };
        if (command.PartitionMetadata is { } about)
        {
            answer = new BaseCommand
            {
                Type = BaseCommand.Types.Type.PartitionedMetadataResponse,
                PartitionMetadataResponse = new CommandPartitionedTopicMetadataResponse { RequestId = about.RequestId, Partitions = 0 },
            };
        }

        if (command.LookupTopic is { } asked)
        {
            Interlocked.Increment(ref _lookUps);
            topic = asked.Topic;
            answer = new BaseCommand
            {
                Type = BaseCommand.Types.Type.LookupResponse,
                LookupTopicResponse = new CommandLookupTopicResponse { RequestId = asked.RequestId, Response = _answer, BrokerServiceUrl = _other.ToString(), Authoritative = true },
            };
        }

        return true;
    }
}
