using Google.Protobuf;
using Grpc.Core;
using Microsoft.AspNetCore.Http.Features;

namespace Genie.Relay.Interop;

/// <summary>The features that interop test cases ask of a server: EmptyCall, UnaryCall, the streams, compression both ways, echoed metadata and status.</summary>
internal sealed class InteropService : TestService.TestServiceBase
{
    private const string Initial = "x-grpc-test-echo-initial";
    private const string Trailing = "x-grpc-test-echo-trailing-bin";

    public override Task<Empty> EmptyCall(Empty request, ServerCallContext context) => Task.FromResult(new Empty());

    public override async Task<SimpleResponse> UnaryCall(SimpleRequest request, ServerCallContext context)
    {
        await EchoMetadataAsync(context);
        Check(request.ExpectCompressed, context, message: 0);
        Echo(request.ResponseStatus);
        context.WriteOptions = OptionsFor(request.ResponseCompressed);
        return new SimpleResponse { Payload = PayloadOf(request.ResponseSize) };
    }

    public override async Task StreamingOutputCall(StreamingOutputCallRequest request, IServerStreamWriter<StreamingOutputCallResponse> responseStream, ServerCallContext context)
    {
        await EchoMetadataAsync(context);
        await AnswerAsync(request, responseStream, context);
    }

    public override async Task<StreamingInputCallResponse> StreamingInputCall(IAsyncStreamReader<StreamingInputCallRequest> requestStream, ServerCallContext context)
    {
        var (size, number) = (0, 0);
        await foreach (var request in requestStream.ReadAllAsync(context.CancellationToken))
        {
            Check(request.ExpectCompressed, context, number++);
            size += request.Payload.Body.Length;
        }

        return new StreamingInputCallResponse { AggregatedPayloadSize = size };
    }

    public override async Task FullDuplexCall(
        IAsyncStreamReader<StreamingOutputCallRequest> requestStream, IServerStreamWriter<StreamingOutputCallResponse> responseStream, ServerCallContext context)
    {
        await EchoMetadataAsync(context);
        await foreach (var request in requestStream.ReadAllAsync(context.CancellationToken)) await AnswerAsync(request, responseStream, context);
    }

    private static async Task AnswerAsync(StreamingOutputCallRequest request, IServerStreamWriter<StreamingOutputCallResponse> answers, ServerCallContext context)
    {
        Echo(request.ResponseStatus);
        foreach (var wanted in request.ResponseParameters)
        {
            await Task.Delay(TimeSpan.FromMicroseconds(wanted.IntervalUs), context.CancellationToken);
            answers.WriteOptions = OptionsFor(wanted.Compressed);
            await answers.WriteAsync(new StreamingOutputCallResponse { Payload = PayloadOf(wanted.Size) }, context.CancellationToken);
        }
    }

    private static async Task EchoMetadataAsync(ServerCallContext context)
    {
        if (context.RequestHeaders.GetValueBytes(Trailing) is { } trailing) context.ResponseTrailers.Add(Trailing, trailing);
        if (context.RequestHeaders.GetValue(Initial) is { } initial) await context.WriteResponseHeadersAsync([new Metadata.Entry(Initial, initial)]);
    }

    private static void Echo(EchoStatus? status)
    {
        if (status is { Code: not 0 }) throw new RpcException(new Status((StatusCode)status.Code, status.Message));
    }

    private static void Check(BoolValue? isExpected, ServerCallContext context, int message)
    {
        if (isExpected is null) return;
        var isCompressed = context.GetHttpContext().Features.GetRequiredFeature<CompressionFlagStream>().Flags[message];
        if (isCompressed != isExpected.Value) throw new RpcException(new Status(StatusCode.InvalidArgument, $"compressed: {isCompressed}, expected: {isExpected.Value}"));
    }

    private static WriteOptions OptionsFor(BoolValue? isCompressed) => new(isCompressed is { Value: true } ? 0 : WriteFlags.NoCompress);

    private static Payload PayloadOf(int size) => new() { Body = ByteString.CopyFrom(new byte[size]) };
}
