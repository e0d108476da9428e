using Genie.Relay.Interop;
using Genie.Relay.Tests.Running;
using Grpc.Core;

namespace Genie.Relay.Tests.Interop;

/// <content>The cases with streams.</content>
internal sealed partial class DotnetClient
{
    private static readonly (int Size, bool IsCompressed)[] CompressedAnswers = [(31415, true), (92653, false)];

    private async Task ClientStreamingAsync()
    {
        using var call = _client.StreamingInputCall();
        foreach (var (_, size) in Sizes) await call.RequestStream.WriteAsync(new StreamingInputCallRequest { Payload = PayloadOf(size) });
        await call.RequestStream.CompleteAsync();
        Assert.Equal(74922, (await call).AggregatedPayloadSize);
    }

    private async Task ClientCompressedStreamingAsync()
    {
        using (var probe = _client.StreamingInputCall())
        {
            await probe.RequestStream.WriteAsync(InputRequest(27182, isCompressed: true));
            await probe.RequestStream.CompleteAsync();
            Assert.Equal(StatusCode.InvalidArgument, (await StatusOfAsync(probe.ResponseAsync)).StatusCode);
        }

        using var call = _client.StreamingInputCall(Compressing);
        await call.RequestStream.WriteAsync(InputRequest(27182, isCompressed: true));
        call.RequestStream.WriteOptions = new WriteOptions(WriteFlags.NoCompress);
        await call.RequestStream.WriteAsync(InputRequest(45904, isCompressed: false));
        await call.RequestStream.CompleteAsync();
        Assert.Equal(73086, (await call).AggregatedPayloadSize);
    }

    private async Task ServerStreamingAsync()
    {
        using var call = _client.StreamingOutputCall(new StreamingOutputCallRequest { ResponseParameters = { Sizes.Select(size => new ResponseParameters { Size = size.Answer }) } });
        Assert.Equal(Sizes.Select(size => size.Answer), await SizesOfAsync(call.ResponseStream));
    }

    private async Task ServerCompressedStreamingAsync()
    {
        var wanted = CompressedAnswers.Select(answer => new ResponseParameters { Size = answer.Size, Compressed = new BoolValue { Value = answer.IsCompressed } });
        using var call = _client.StreamingOutputCall(new StreamingOutputCallRequest { ResponseParameters = { wanted } });
        Assert.Equal(CompressedAnswers.Select(answer => answer.Size), await SizesOfAsync(call.ResponseStream));
        Assert.Equal(CompressedAnswers.Select(answer => answer.IsCompressed), _flags.Last!.Flags);
    }

    private async Task PingPongAsync()
    {
        using var call = _client.FullDuplexCall();
        foreach (var (answer, request) in Sizes)
        {
            await call.RequestStream.WriteAsync(StreamRequest(answer, request));
            Assert.True(await call.ResponseStream.MoveNext(CancellationToken.None));
            Assert.Equal(PayloadOf(answer), call.ResponseStream.Current.Payload);
        }

        await call.RequestStream.CompleteAsync();
        Assert.False(await call.ResponseStream.MoveNext(CancellationToken.None));
        Assert.Equal(StatusCode.OK, call.GetStatus().StatusCode);
    }

    private async Task EmptyStreamAsync()
    {
        using var call = _client.FullDuplexCall();
        await call.RequestStream.CompleteAsync();
        Assert.Empty(await SizesOfAsync(call.ResponseStream));
        Assert.Equal(StatusCode.OK, call.GetStatus().StatusCode);
    }

    private async Task CancelAfterBeginAsync()
    {
        using var cancel = new CancellationTokenSource();
        using var call = _client.StreamingInputCall(cancellationToken: cancel.Token);
        await cancel.CancelAsync();
        Assert.Equal(StatusCode.Cancelled, (await StatusOfAsync(call.ResponseAsync)).StatusCode);
    }

    private async Task CancelAfterFirstResponseAsync()
    {
        using var cancel = new CancellationTokenSource();
        using var call = _client.FullDuplexCall(cancellationToken: cancel.Token);
        await call.RequestStream.WriteAsync(StreamRequest(31415, 27182));
        Assert.True(await call.ResponseStream.MoveNext(CancellationToken.None));
        await cancel.CancelAsync();
        Assert.Equal(StatusCode.Cancelled, (await StatusOfAsync(call.ResponseStream.MoveNext(CancellationToken.None))).StatusCode);
    }

    private async Task TimeoutOnSleepingServerAsync()
    {
        using var call = _client.FullDuplexCall(deadline: DateTime.UtcNow.AddMilliseconds(1));
        try
        {
            await call.RequestStream.WriteAsync(new StreamingOutputCallRequest { Payload = PayloadOf(27182) });
        }
        catch (RpcException)
        {
            // The deadline may have passed before.
        }

        Assert.Equal(StatusCode.DeadlineExceeded, (await StatusOfAsync(call.ResponseStream.MoveNext(CancellationToken.None).WaitAsync(TestRelay.Timeout))).StatusCode);
    }

    private static StreamingInputCallRequest InputRequest(int size, bool isCompressed) => new() { Payload = PayloadOf(size), ExpectCompressed = new BoolValue { Value = isCompressed } };

    private static StreamingOutputCallRequest StreamRequest(int answer, int request) => new() { ResponseParameters = { new ResponseParameters { Size = answer } }, Payload = PayloadOf(request) };

    private static async Task<List<int>> SizesOfAsync(IAsyncStreamReader<StreamingOutputCallResponse> answers)
    {
        var sizes = new List<int>();
        await foreach (var answer in answers.ReadAllAsync()) sizes.Add(answer.Payload.Body.Length);
        return sizes;
    }
}
