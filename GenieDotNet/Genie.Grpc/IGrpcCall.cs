using System.Security.Cryptography.X509Certificates;

namespace Genie.Grpc;

/// <summary>What a handler may know of the call that it serves, and tell beside its responses.</summary>
public interface IGrpcCall
{
    /// <summary>The method's path, such as <c>/grpc.health.v1.Health/Check</c>.</summary>
    string Method { get; }

    /// <summary>The client's address, for logs.</summary>
    string Peer { get; }

    /// <summary>The certificate that the client proved to hold, or null.</summary>
    X509Certificate2? ClientCertificate { get; }

    /// <summary>What the client sent beside its requests.</summary>
    GrpcMetadata RequestHeaders { get; }

    /// <summary>What is sent with the status; to be filled before the handler returns.</summary>
    GrpcMetadata ResponseTrailers { get; }

    /// <summary>When the client stops waiting, or null.</summary>
    DateTimeOffset? Deadline { get; }

    /// <summary>Fires when the client cancels or leaves, or the deadline passes.</summary>
    CancellationToken CancellationToken { get; }

    /// <summary>Sends headers before the first response; at most once.</summary>
    ValueTask SendHeadersAsync(GrpcMetadata headers);
}
