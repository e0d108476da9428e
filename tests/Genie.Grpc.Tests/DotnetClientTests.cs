using Genie.Grpc.Tests.Serving;
using Google.Protobuf.WellKnownTypes;
using Google.Rpc;
using Grpc.Core;
using Grpc.Net.Client;

namespace Genie.Grpc.Tests;

/// <summary>The client that .NET users have.</summary>
public sealed class DotnetClientTests
{
    [Fact]
    public async Task Calls_of_all_kinds_succeed()
    {
        await using var server = await TestServer.StartAsync(compress: true);
        using var channel = GrpcChannel.ForAddress(server.Address);
        var client = new Trial.TrialClient(channel);
        var message = TrialService.Message([.. Enumerable.Repeat((byte)7, 5000)]);

        Assert.Equal(message, await client.EchoAsync(message, [new("grpc-internal-encoding-request", "gzip")]));
        Assert.Equal("gzip", server.LastEncoding);
        using var counting = client.Count(TrialService.Message(9));
        Assert.Equal(9, await counting.ResponseStream.ReadAllAsync().CountAsync());
        using var collecting = client.Collect();
        await collecting.RequestStream.WriteAsync(TrialService.Message(1));
        await collecting.RequestStream.WriteAsync(TrialService.Message(2));
        await collecting.RequestStream.CompleteAsync();
        Assert.Equal(TrialService.Message(1, 2), await collecting);
        using var talking = client.Talk();
        await talking.RequestStream.WriteAsync(message);
        Assert.True(await talking.ResponseStream.MoveNext());
        Assert.Equal(message, talking.ResponseStream.Current);
        await talking.RequestStream.CompleteAsync();
        Assert.False(await talking.ResponseStream.MoveNext());
    }

    [Fact]
    public async Task Errors_arrive_whole()
    {
        await using var server = await TestServer.StartAsync();
        using var channel = GrpcChannel.ForAddress(server.Address);
        var client = new Trial.TrialClient(channel);

        var failure = await Assert.ThrowsAsync<RpcException>(async () => await client.FailAsync(new BytesValue()));
        var late = await Assert.ThrowsAsync<RpcException>(async () => await client.StubbornAsync(new BytesValue(), deadline: DateTime.UtcNow.AddMilliseconds(100)));

        Assert.Equal((StatusCode.FailedPrecondition, TrialService.Unicode), (failure.StatusCode, failure.Status.Detail));
        Assert.Equal(TrialService.Details, failure.GetRpcStatus()!.GetDetail<RetryInfo>());
        Assert.Equal(StatusCode.DeadlineExceeded, late.StatusCode);
    }

    [Fact]
    public async Task A_stream_whose_client_does_not_read_is_held_back()
    {
        await using var server = await TestServer.StartAsync();
        using var channel = GrpcChannel.ForAddress(server.Address);
        var client = new Trial.TrialClient(channel);
        using (var flooding = client.Flood(new BytesValue()))
        {
            await flooding.ResponseHeadersAsync;
            for (var i = 0; i < 300; i++) await client.EchoAsync(new BytesValue());

            // Windows and buffers hold a few of 64 KiB each; without back-pressure it would be thousands by now.
            Assert.InRange(server.Trial.Flooded, 0, 100);
        }

        await server.Trial.Cancelled.Task;
        await server.StopAsync();
        Assert.Empty(server.Failures.Entries);
    }
}
