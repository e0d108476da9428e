using Genie.Relay.Interop;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Grpc.Net.Client.Web;

namespace Genie.Relay.Tests.Interop;

/// <summary>gRPC's interop test cases by Grpc.Net.Client. Source of names and of what they ask for: grpc/grpc, doc/interop-test-descriptions.md.</summary>
internal sealed partial class DotnetClient : IDisposable
{
    private const string Initial = "x-grpc-test-echo-initial";
    private const string InitialValue = "test_initial_metadata_value";
    private const string Trailing = "x-grpc-test-echo-trailing-bin";
    private const string StatusMessage = "test status message";
    private const string SpecialMessage = "\t\ntest with whitespace\r\nand Unicode BMP \u263a and non-BMP \U0001f608\t\n";
    private const int ResponseSize = 314159;
    private const int RequestSize = 271828;
    private static readonly byte[] TrailingValue = [0xab, 0xab, 0xab];
    private static readonly (int Answer, int Request)[] Sizes = [(31415, 27182), (9, 8), (2653, 1828), (58979, 45904)];

    private readonly FlagsHandler _flags = new();
    private readonly GrpcChannel _channel;
    private readonly TestService.TestServiceClient _client;

    /// <param name="port">The relay's.</param>
    /// <param name="web">A mode of gRPC-Web; null: gRPC itself.</param>
    /// <param name="version">The version of HTTP for gRPC-Web.</param>
    public DotnetClient(int port, GrpcWebMode? web = null, Version? version = null)
    {
        HttpMessageHandler handler = web is { } mode ? new GrpcWebHandler(mode, _flags) : _flags;
        _channel = GrpcChannel.ForAddress($"http://127.0.0.1:{port}", new GrpcChannelOptions { HttpHandler = handler, HttpVersion = version, DisposeHttpClient = true });
        _client = new TestService.TestServiceClient(_channel);
    }

    /// <summary>Runs a case.</summary>
    public Task RunAsync(string name) => name switch
    {
        "empty_unary" => EmptyUnaryAsync(),
        "large_unary" => LargeUnaryAsync(),
        "concurrent_large_unary" => Task.WhenAll(Enumerable.Range(0, 1000).Select(_ => LargeUnaryAsync())),
        "client_compressed_unary" => ClientCompressedUnaryAsync(),
        "server_compressed_unary" => ServerCompressedUnaryAsync(),
        "client_streaming" => ClientStreamingAsync(),
        "client_compressed_streaming" => ClientCompressedStreamingAsync(),
        "server_streaming" => ServerStreamingAsync(),
        "server_compressed_streaming" => ServerCompressedStreamingAsync(),
        "ping_pong" => PingPongAsync(),
        "empty_stream" => EmptyStreamAsync(),
        "custom_metadata" => CustomMetadataAsync(),
        "status_code_and_message" => StatusCodeAndMessageAsync(),
        "special_status_message" => AssertUnaryStatusAsync(SpecialMessage),
        "unimplemented_method" => AssertUnimplementedAsync("grpc.testing.TestService"),
        "unimplemented_service" => AssertUnimplementedAsync("grpc.testing.UnimplementedService"),
        "cancel_after_begin" => CancelAfterBeginAsync(),
        "cancel_after_first_response" => CancelAfterFirstResponseAsync(),
        "timeout_on_sleeping_server" => TimeoutOnSleepingServerAsync(),
        _ => throw new ArgumentException($"There is no case '{name}'."),
    };

    public void Dispose() => _channel.Dispose();

    private async Task EmptyUnaryAsync() => Assert.Equal(new Empty(), await _client.EmptyCallAsync(new Empty()));

    private async Task LargeUnaryAsync() => AssertLarge(await _client.UnaryCallAsync(LargeRequest()));

    private async Task ClientCompressedUnaryAsync()
    {
        Assert.Equal(StatusCode.InvalidArgument, (await StatusOfAsync(_client.UnaryCallAsync(LargeRequest(isCompressed: true)).ResponseAsync)).StatusCode);
        AssertLarge(await _client.UnaryCallAsync(LargeRequest(isCompressed: true), Compressing));
        AssertLarge(await _client.UnaryCallAsync(LargeRequest(isCompressed: false)));
    }

    private async Task ServerCompressedUnaryAsync()
    {
        foreach (var isCompressed in new[] { true, false })
        {
            var request = LargeRequest();
            request.ResponseCompressed = new BoolValue { Value = isCompressed };
            AssertLarge(await _client.UnaryCallAsync(request));
            Assert.Equal([isCompressed], _flags.Last!.Flags);
        }
    }

    private async Task CustomMetadataAsync()
    {
        using var unary = _client.UnaryCallAsync(LargeRequest(), EchoedMetadata());
        AssertLarge(await unary);
        AssertEchoed(await unary.ResponseHeadersAsync, unary.GetTrailers());
        using var stream = _client.FullDuplexCall(EchoedMetadata());
        await stream.RequestStream.WriteAsync(StreamRequest(ResponseSize, RequestSize));
        await stream.RequestStream.CompleteAsync();
        Assert.Equal([ResponseSize], await SizesOfAsync(stream.ResponseStream));
        AssertEchoed(await stream.ResponseHeadersAsync, stream.GetTrailers());
    }

    private async Task StatusCodeAndMessageAsync()
    {
        await AssertUnaryStatusAsync(StatusMessage);
        using var stream = _client.FullDuplexCall();
        await stream.RequestStream.WriteAsync(new StreamingOutputCallRequest { ResponseStatus = new EchoStatus { Code = 2, Message = StatusMessage } });
        await stream.RequestStream.CompleteAsync();
        Assert.Equal(new Status(StatusCode.Unknown, StatusMessage), Plain(await StatusOfAsync(stream.ResponseStream.MoveNext(CancellationToken.None))));
    }

    private async Task AssertUnaryStatusAsync(string message)
    {
        var request = new SimpleRequest { ResponseStatus = new EchoStatus { Code = 2, Message = message } };
        Assert.Equal(new Status(StatusCode.Unknown, message), Plain(await StatusOfAsync(_client.UnaryCallAsync(request).ResponseAsync)));
    }

    private async Task AssertUnimplementedAsync(string service)
    {
        var marshaller = Marshallers.Create(message => message.ToByteArray(), Empty.Parser.ParseFrom);
        var method = new Method<Empty, Empty>(MethodType.Unary, service, "UnimplementedCall", marshaller, marshaller);
        using var call = _channel.CreateCallInvoker().AsyncUnaryCall(method, null, default, new Empty());
        Assert.Equal(StatusCode.Unimplemented, (await StatusOfAsync(call.ResponseAsync)).StatusCode);
    }

    // Grpc.Net.Client's own name for the encoding of a call's messages.
    private static Metadata Compressing => new() { { "grpc-internal-encoding-request", "gzip" } };

    private static Metadata EchoedMetadata() => new() { { Initial, InitialValue }, { Trailing, TrailingValue } };

    private static void AssertEchoed(Metadata headers, Metadata trailers)
    {
        Assert.Equal(InitialValue, headers.GetValue(Initial));
        Assert.Equal(TrailingValue, trailers.GetValueBytes(Trailing));
    }

    private static SimpleRequest LargeRequest(bool? isCompressed = null) => new()
    {
        ResponseSize = ResponseSize,
        Payload = PayloadOf(RequestSize),
        ExpectCompressed = isCompressed is { } value ? new BoolValue { Value = value } : null,
    };

    private static void AssertLarge(SimpleResponse answer) => Assert.Equal(PayloadOf(ResponseSize), answer.Payload);

    private static Payload PayloadOf(int size) => new() { Body = ByteString.CopyFrom(new byte[size]) };

    private static async Task<Status> StatusOfAsync(Task call) => (await Assert.ThrowsAsync<RpcException>(() => call)).Status;

    private static Status Plain(Status status) => new(status.StatusCode, status.Detail);
}
