using System.Buffers;
using System.Text;
using Genie.Testing;

namespace Genie.Brokers.ZeroMQ.Tests;

public sealed class ReadmeTests
{
    [Fact]
    public async Task The_contracts_example_is_answered()
    {
        var url = Brokerless.FreePort().Url;
        using var timeout = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        var stop = timeout.Token;

        await using var broker = ZeroMQDrivers.All[0].Create(new ZeroMQOptions { Url = url });
        await using var listener = await broker.ListenAsync("orders", new ListenOptions { Concurrency = 4 }, Handle, stop);
        await using var connection = await broker.ConnectAsync("orders", new ConnectionOptions { RequestTimeout = TimeSpan.FromSeconds(10) }, stop);
        using var reply = await connection.RequestAsync("17 apples"u8.ToArray(), stop);    // its bytes are pooled: dispose it
        await connection.SendAsync("and be quick"u8.ToArray(), stop);                      // done when it reached the confirmation level
        await connection.FlushAsync(stop);
        Console.WriteLine(Encoding.UTF8.GetString(reply.Payload.Span));

        static ValueTask Handle(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken stop)
        {
            reply.Write("taken: "u8);                                                      // what is written here is the answer
            foreach (var part in message) reply.Write(part.Span);
            return ValueTask.CompletedTask;                                                // settled (acknowledged) after that
        }

        Assert.Equal("taken: 17 apples", Encoding.UTF8.GetString(reply.Payload.Span));
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Brokers/README.md");
    }
}
