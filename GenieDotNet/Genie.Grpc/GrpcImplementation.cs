namespace Genie.Grpc;

/// <summary>Who speaks the protocol.</summary>
public enum GrpcImplementation
{
    /// <summary>This library, on Kestrel.</summary>
    Own,

    /// <summary>Grpc.AspNetCore.</summary>
    Official,
}
