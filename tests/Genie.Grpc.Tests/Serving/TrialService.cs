using System.Text;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using Google.Rpc;
using Grpc.Core;

namespace Genie.Grpc.Tests.Serving;

/// <summary>One method for each thing that a call can do.</summary>
public sealed class TrialService : Trial.TrialBase
{
    public const string Unicode = "100 % falsch: Straße, 東京, 🎲\nzweite Zeile";
    public static readonly RetryInfo Details = new() { RetryDelay = Duration.FromTimeSpan(TimeSpan.FromSeconds(3)) };

    private int _flooded;

    /// <summary>Completes when a waiting handler's token fired, with its deadline.</summary>
    public TaskCompletionSource<DateTime> Cancelled { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Lets a handler go that heeds no token.</summary>
    public TaskCompletionSource Release { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Messages that Flood has written.</summary>
    public int Flooded => Volatile.Read(ref _flooded);

    public static string PathOf(string method) => $"/{Trial.Descriptor.FullName}/{method}";

    public static BytesValue Message(params byte[] bytes) => new() { Value = ByteString.CopyFrom(bytes) };

    public override Task<BytesValue> Echo(BytesValue request, ServerCallContext context) => Task.FromResult(request);

    public override Task<BytesValue> Fail(BytesValue request, ServerCallContext context)
    {
        context.ResponseTrailers.Add("reason", "as asked");
        throw new global::Google.Rpc.Status { Code = (int)Code.FailedPrecondition, Message = Unicode, Details = { Any.Pack(Details) } }.ToRpcException();
    }

    public override Task<BytesValue> Crash(BytesValue request, ServerCallContext context) => throw new InvalidOperationException("a secret of the server");

    public override async Task<BytesValue> Beside(BytesValue request, ServerCallContext context)
    {
        await context.WriteResponseHeadersAsync([new Metadata.Entry("early", context.RequestHeaders.GetValue("text") ?? "none")]);
        context.ResponseTrailers.Add("late-bin", context.RequestHeaders.GetValueBytes("some-bin") ?? []);
        return request;
    }

    public override Task<BytesValue> Who(BytesValue request, ServerCallContext context) =>
        Task.FromResult(Message(Encoding.UTF8.GetBytes(context.GetHttpContext().Connection.ClientCertificate?.Subject ?? "nobody")));

    public override async Task<BytesValue> Stubborn(BytesValue request, ServerCallContext context)
    {
        await Release.Task;
        return request;
    }

    public override async Task Count(BytesValue request, IServerStreamWriter<BytesValue> responseStream, ServerCallContext context)
    {
        for (byte i = 0; i < request.Value[0]; i++) await responseStream.WriteAsync(Message(i));
    }

    public override async Task FailMidway(BytesValue request, IServerStreamWriter<BytesValue> responseStream, ServerCallContext context)
    {
        await responseStream.WriteAsync(request);
        throw new RpcException(new(StatusCode.DataLoss, "half of it is gone"));
    }

    public override async Task Wait(BytesValue request, IServerStreamWriter<BytesValue> responseStream, ServerCallContext context)
    {
        try
        {
            await responseStream.WriteAsync(request);
            await Task.Delay(Timeout.Infinite, context.CancellationToken);
        }
        finally
        {
            Cancelled.TrySetResult(context.Deadline);
        }
    }

    public override async Task Flood(BytesValue request, IServerStreamWriter<BytesValue> responseStream, ServerCallContext context)
    {
        var message = Message(new byte[64 * 1024]);
        try
        {
            while (true)
            {
                await responseStream.WriteAsync(message, context.CancellationToken);
                Interlocked.Increment(ref _flooded);
            }
        }
        finally
        {
            Cancelled.TrySetResult(context.Deadline);
        }
    }

    public override async Task<BytesValue> Collect(IAsyncStreamReader<BytesValue> requestStream, ServerCallContext context)
    {
        var all = new List<byte>();
        await foreach (var each in requestStream.ReadAllAsync()) all.AddRange(each.Value);
        return Message([.. all]);
    }

    public override async Task Talk(IAsyncStreamReader<BytesValue> requestStream, IServerStreamWriter<BytesValue> responseStream, ServerCallContext context)
    {
        await foreach (var each in requestStream.ReadAllAsync()) await responseStream.WriteAsync(each);
    }
}
