using System.Text;

namespace Genie.Grpc.Tests.Serving;

/// <summary>One method for each thing that a call can do; messages are bytes.</summary>
public sealed class TrialService : IGrpcService
{
    public const string Name = "genie.trial.Trial";
    public const string Unicode = "100 % falsch: Straße, 東京, 🎲\nzweite Zeile";
    public static readonly byte[] Details = [0, 1, 2, 250, 255];

    private int _flooded;

    /// <summary>Completes when a waiting handler's token fired, with its deadline.</summary>
    public TaskCompletionSource<DateTimeOffset?> Cancelled { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Lets a handler go that heeds no token.</summary>
    public TaskCompletionSource Release { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Messages that Flood has written.</summary>
    public int Flooded => Volatile.Read(ref _flooded);

    public static string PathOf(string method) => $"/{Name}/{method}";

    public void Bind(IGrpcServiceBinder binder)
    {
        binder.AddUnary(Method("Echo"), (request, _) => ValueTask.FromResult(request));
        binder.AddUnary(Method("Fail"), FailAsync);
        binder.AddUnary(Method("Crash"), CrashAsync);
        binder.AddUnary(Method("Beside"), BesideAsync);
        binder.AddUnary(Method("Who"), (_, call) => ValueTask.FromResult(Encoding.UTF8.GetBytes(call.ClientCertificate?.Subject ?? "nobody")));
        binder.AddUnary(Method("Stubborn"), StubbornAsync);
        binder.AddServerStreaming(Method("Count"), CountAsync);
        binder.AddServerStreaming(Method("FailMidway"), FailMidwayAsync);
        binder.AddServerStreaming(Method("Wait"), WaitAsync);
        binder.AddServerStreaming(Method("Flood"), FloodAsync);
        binder.AddClientStreaming(Method("Collect"), CollectAsync);
        binder.AddBidirectional(Method("Talk"), TalkAsync);
    }

    private static GrpcMethod<byte[], byte[]> Method(string name) => new(Name, name, GrpcMarshaller.Bytes, GrpcMarshaller.Bytes);

    private static ValueTask<byte[]> FailAsync(byte[] request, IGrpcCall call)
    {
        var trailers = new GrpcMetadata();
        trailers.Add(GrpcMetadata.StatusDetailsKey, Details);
        trailers.Add("reason", "as asked");
        throw new GrpcStatusException(GrpcStatusCode.FailedPrecondition, Unicode) { Trailers = trailers };
    }

    private static ValueTask<byte[]> CrashAsync(byte[] request, IGrpcCall call) => throw new InvalidOperationException("a secret of the server");

    private static async ValueTask<byte[]> BesideAsync(byte[] request, IGrpcCall call)
    {
        var headers = new GrpcMetadata();
        headers.Add("early", call.RequestHeaders.GetText("text") ?? "none");
        await call.SendHeadersAsync(headers);
        call.ResponseTrailers.Add("late-bin", call.RequestHeaders.GetBytes("some-bin") ?? default);
        return request;
    }

    private static async ValueTask CountAsync(byte[] request, IGrpcResponses<byte[]> responses, IGrpcCall call)
    {
        for (byte i = 0; i < request[0]; i++) await responses.WriteAsync([i]);
    }

    private static async ValueTask FailMidwayAsync(byte[] request, IGrpcResponses<byte[]> responses, IGrpcCall call)
    {
        await responses.WriteAsync(request);
        throw new GrpcStatusException(GrpcStatusCode.DataLoss, "half of it is gone");
    }

    private static async ValueTask<byte[]> CollectAsync(IAsyncEnumerable<byte[]> requests, IGrpcCall call)
    {
        var all = new List<byte>();
        await foreach (var each in requests) all.AddRange(each);
        return [.. all];
    }

    private static async ValueTask TalkAsync(IAsyncEnumerable<byte[]> requests, IGrpcResponses<byte[]> responses, IGrpcCall call)
    {
        await foreach (var each in requests) await responses.WriteAsync(each);
    }

    private async ValueTask<byte[]> StubbornAsync(byte[] request, IGrpcCall call)
    {
        await Release.Task;
        return request;
    }

    private async ValueTask WaitAsync(byte[] request, IGrpcResponses<byte[]> responses, IGrpcCall call)
    {
        try
        {
            await responses.WriteAsync(request);
            await Task.Delay(Timeout.Infinite, call.CancellationToken);
        }
        finally
        {
            Cancelled.TrySetResult(call.Deadline);
        }
    }

    private async ValueTask FloodAsync(byte[] request, IGrpcResponses<byte[]> responses, IGrpcCall call)
    {
        var message = new byte[64 * 1024];
        try
        {
            while (true)
            {
                await responses.WriteAsync(message);
                Interlocked.Increment(ref _flooded);
            }
        }
        finally
        {
            Cancelled.TrySetResult(call.Deadline);
        }
    }
}
