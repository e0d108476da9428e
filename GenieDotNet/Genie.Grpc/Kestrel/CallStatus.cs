namespace Genie.Grpc.Kestrel;

/// <summary>How a call ended.</summary>
internal sealed record CallStatus(GrpcStatusCode Code, string Message, GrpcMetadata Trailers)
{
    /// <summary>Success.</summary>
    public static CallStatus Ok { get; } = new(GrpcStatusCode.Ok, "", new());

    /// <summary>The client is gone or wants no answer.</summary>
    public static CallStatus Cancelled { get; } = new(GrpcStatusCode.Cancelled, "Cancelled by the client.", new());

    /// <summary>Time is up.</summary>
    public static CallStatus DeadlineExceeded { get; } = new(GrpcStatusCode.DeadlineExceeded, "The deadline passed.", new());
}
