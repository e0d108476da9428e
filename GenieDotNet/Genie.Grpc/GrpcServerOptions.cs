namespace Genie.Grpc;

/// <summary>How services are served.</summary>
public sealed record GrpcServerOptions
{
    /// <summary>Who serves them. Default: Grpc.AspNetCore if this library was built with it.</summary>
    public GrpcImplementation Implementation { get; init; } =
        GrpcServing.IsOfficialBuilt ? GrpcImplementation.Official : GrpcImplementation.Own;

    /// <summary>The largest request taken, in bytes, before and after decompression. Default 4 MiB, gRPC's usual.</summary>
    public int ReceiveMessageBytesMax { get; init; } = 4 * 1024 * 1024;

    /// <summary>The largest response sent, in bytes before compression. Default: no limit.</summary>
    public int SendMessageBytesMax { get; init; } = int.MaxValue;

    /// <summary>Compresses responses with gzip for clients that take it. Default no: it costs time and, beside secrets, safety.</summary>
    public bool CompressResponses { get; init; }

    /// <summary>The clock of deadlines; Grpc.AspNetCore has its own.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;
}
