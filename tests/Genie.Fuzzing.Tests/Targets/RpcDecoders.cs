using System.Runtime.ExceptionServices;
using Genie.Rpc.Quic;

namespace Genie.Fuzzing.Tests.Targets;

/// <summary>What the other side of a QUIC stream sends: frames, and what stands in those that the library itself reads.</summary>
internal static class RpcDecoders
{
    private const int MessageBytesMax = 1 << 20;

    private static readonly Type[] Refusals = [typeof(QuicRpcException)];
    private static readonly byte[][] Lengths = [[0x40, 0x00], [0x80, 0, 0, 0], [0xBF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0xC0, 0, 0, 0, 0, 0, 0, 1]];

    /// <summary>Frames as they arrive, cut anywhere, read by both ways there are: ahead, and not a byte more than a frame.</summary>
    public static Decoder Frames() => new()
    {
        Genuine =
        [
            Written(Call), Written(writer => ErrorBody.Write(writer, new QuicRpcException((QuicRpcErrorCode)1000, "why", isTransient: true))),
            Written(writer => { Empty(writer, FrameType.Item, 300); Empty(writer, FrameType.Item, 0); Empty(writer, FrameType.Done, 0); }),
            Written(writer => { Call(writer); Call(writer); }), Written(writer => { Empty(writer, FrameType.Accepted, 0); Empty(writer, FrameType.Refused, 0); }),
            Written(writer => Empty(writer, FrameType.Result, 5000)),
        ],
        Pieces = [.. Lengths, [1], [5, 2, 1, 1], [7, 0], [2, 0], [8]],
        Refusals = Refusals,
        Decode = static (input, random) =>
        {
            var step = random.Next(1, 64);
            var (ahead, refusal) = Read(input, step, static (reader, token) => reader.ReadAsync(token));
            var (exactly, other) = Read(input, step, static (reader, token) => reader.ReadExactlyAsync(token));
            if (refusal?.Code != other?.Code || !ahead.SequenceEqual(exactly)) throw new InvalidOperationException("The same bytes are other frames when not a byte more than each is read.");
            if (refusal is not null) ExceptionDispatchInfo.Throw(refusal);
            return Decoder.Kinds(ahead.Select(frame => frame.Split(' ')[0]));
        },
    };

    /// <summary>The head of a call with its metadata: what is read of it is what was written, and writes itself again.</summary>
    public static Decoder Head() => new()
    {
        Genuine = [BodyOf(Call), BodyOf(writer => Head(writer, CallKind.Raw, null, QuicRpcMetadata.Empty)), BodyOf(writer => Head(writer, CallKind.DuplexStreaming, TimeSpan.FromDays(1), QuicRpcMetadata.Empty))],
        Pieces = [.. Lengths, [0, 0, 0x38], [0x7F], [1, 4, .. "name"u8, 0], [0xC3, 0x28]],
        Refusals = Refusals,
        Decode = static (input, _) =>
        {
            var head = CallHead.Read(input);
            var again = CallHead.Read(BodyOf(writer =>
            {
                CallHead.Begin(writer, head.Function, head.Kind, head.Timeout, head.Metadata, head.HasArgument);
                head.Argument.Span.CopyTo(writer.GetSpan(Math.Max(1, head.Argument.Length)));
                writer.Advance(head.Argument.Length);
                writer.End();
            }));
            if ((again.Function, again.Kind, again.HasArgument) != (head.Function, head.Kind, head.HasArgument)
                || !again.Argument.Span.SequenceEqual(head.Argument.Span) || !again.Metadata.SequenceEqual(head.Metadata))
                throw new InvalidOperationException("A head is another one when it is written again.");
            return $"{head.Kind} {head.Timeout is not null} {head.Metadata.Count > 0} {head.HasArgument}";
        },
    };

    /// <summary>The body of an error.</summary>
    public static Decoder Error() => new()
    {
        Genuine = [BodyOf(writer => ErrorBody.Write(writer, new QuicRpcException(QuicRpcErrorCode.Internal, "it broke"))), BodyOf(writer => ErrorBody.Write(writer, new QuicRpcException((QuicRpcErrorCode)70_000, "", isTransient: true)))],
        Pieces = Lengths,
        Refusals = Refusals,
        Decode = static (input, _) => ErrorBody.Read(input) is var error && error.IsRemote ? $"error {error.IsTransient} {error.Message.Length > 0}" : "of our own",
    };

    private static void Call(FrameWriter writer)
    {
        CallHead.Begin(writer, 0x0102, CallKind.Unary, TimeSpan.FromSeconds(30), new QuicRpcMetadata(new KeyValuePair<string, string>("traceparent", "00-1-2-01"), new("k", "")), hasArgument: true);
        "argument"u8.CopyTo(writer.GetSpan(8));
        writer.Advance(8);
        writer.End();
    }

    private static void Head(FrameWriter writer, CallKind kind, TimeSpan? timeout, QuicRpcMetadata metadata)
    {
        CallHead.Begin(writer, ushort.MaxValue, kind, timeout, metadata, hasArgument: false);
        writer.End();
    }

    private static void Empty(FrameWriter writer, FrameType type, int bytes)
    {
        writer.Begin(type);
        writer.GetSpan(Math.Max(1, bytes))[..bytes].Clear();
        writer.Advance(bytes);
        writer.End();
    }

    private static byte[] Written(Action<FrameWriter> write)
    {
        using var writer = new FrameWriter(MessageBytesMax);
        write(writer);
        return writer.Written.ToArray();
    }

    private static byte[] BodyOf(Action<FrameWriter> write)
    {
        using var reader = new FrameReader(new MemoryStream(Written(write)), MessageBytesMax);
        return reader.ReadAsync().AsTask().GetAwaiter().GetResult()!.Value.Body.ToArray();
    }

    // What was read before the refusal, if there is one.
    private static (List<string> Found, QuicRpcException? Refusal) Read(byte[] input, int step, Func<FrameReader, CancellationToken, ValueTask<Frame?>> next)
    {
        var found = new List<string>();
        using var reader = new FrameReader(new InSteps(input, step), MessageBytesMax);
        try
        {
            while (next(reader, CancellationToken.None).AsTask().GetAwaiter().GetResult() is { } frame) found.Add($"{frame.Type} {Convert.ToHexString(frame.Body.Span)}");
            return (found, null);
        }
        catch (QuicRpcException refusal)
        {
            return (found, refusal);
        }
    }

    private sealed class InSteps(byte[] bytes, int step) : MemoryStream(bytes)
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            base.ReadAsync(buffer[..Math.Min(step, buffer.Length)], cancellationToken);
    }
}
