namespace Genie.Rpc.Quic;

/// <summary>The head of a call, and where its argument lies (docs/rpc-quic.md, "The head of a call").</summary>
internal readonly record struct CallHead(ushort Function, CallKind Kind, TimeSpan? Timeout, QuicRpcMetadata Metadata, bool HasArgument, ReadOnlyMemory<byte> Argument)
{
    private const byte KindMask = 0x07;
    private const byte TimeoutFlag = 0x08;
    private const byte MetadataFlag = 0x10;
    private const byte ArgumentFlag = 0x20;
    private const byte KnownFlags = KindMask | TimeoutFlag | MetadataFlag | ArgumentFlag;

    /// <summary>The largest time-out that is sent, in ms; whatever is longer is none.</summary>
    private const long MaxTimeoutMilliseconds = int.MaxValue;

    /// <summary>Begins a call's frame and writes its head; the argument, if there is one, is written after it.</summary>
    public static void Begin(FrameWriter writer, ushort function, CallKind kind, TimeSpan? timeout, QuicRpcMetadata metadata, bool hasArgument)
    {
        writer.Begin(FrameType.Call);
        var timeoutMilliseconds = timeout is { } limit ? Math.Max(1, (long)limit.TotalMilliseconds) : long.MaxValue;
        var span = writer.GetSpan(16);
        span[0] = (byte)(function >> 8);
        span[1] = (byte)function;
        span[2] = (byte)((byte)kind
            | (timeoutMilliseconds <= MaxTimeoutMilliseconds ? TimeoutFlag : 0)
            | (metadata.Count > 0 ? MetadataFlag : 0)
            | (hasArgument ? ArgumentFlag : 0));
        var count = 3;
        if (timeoutMilliseconds <= MaxTimeoutMilliseconds) count += VariableInteger.Write(span[3..], timeoutMilliseconds);
        writer.Advance(count);
        if (metadata.Count > 0) MetadataBytes.Write(writer, metadata);
    }

    /// <summary>Reads a call's frame.</summary>
    /// <exception cref="QuicRpcException">The bytes are no head of a call.</exception>
    public static CallHead Read(ReadOnlyMemory<byte> body)
    {
        var span = body.Span;
        if (span.Length < 3) throw RpcErrors.Protocol("the head of a call is cut");
        var flags = span[2];
        var kind = (CallKind)(flags & KindMask);
        if ((flags & ~KnownFlags) != 0 || kind > CallKind.Raw) throw RpcErrors.Protocol($"a call with flags {flags:x2}");
        var position = 3;
        TimeSpan? timeout = null;
        if ((flags & TimeoutFlag) != 0)
        {
            if (!VariableInteger.TryRead(span[position..], out var milliseconds, out var bytes) || milliseconds > MaxTimeoutMilliseconds)
                throw RpcErrors.Protocol("a call's time-out cannot be read");
            timeout = TimeSpan.FromMilliseconds(milliseconds);
            position += bytes;
        }

        var metadata = QuicRpcMetadata.Empty;
        if ((flags & MetadataFlag) != 0) metadata = MetadataBytes.Read(span, ref position);
        var hasArgument = (flags & ArgumentFlag) != 0;
        if (!hasArgument && position != span.Length) throw RpcErrors.Protocol("bytes after a call without an argument");
        return new CallHead((ushort)((span[0] << 8) | span[1]), kind, timeout, metadata, hasArgument, body[position..]);
    }
}
