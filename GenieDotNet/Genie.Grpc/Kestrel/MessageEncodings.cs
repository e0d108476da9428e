using Microsoft.AspNetCore.Http;

namespace Genie.Grpc.Kestrel;

/// <summary>What client and server tell each other about compression (gRPC's doc/compression.md).</summary>
internal static class MessageEncodings
{
    /// <summary>Names the encoding of the messages marked as compressed.</summary>
    public const string Header = "grpc-encoding";

    /// <summary>Names what its sender can read.</summary>
    public const string AcceptHeader = "grpc-accept-encoding";

    /// <summary>The one encoding beside identity.</summary>
    public const string Gzip = "gzip";

    /// <summary>What is read here.</summary>
    public const string Accepted = "identity,gzip";

    /// <summary>The encoding of a call's requests.</summary>
    /// <exception cref="GrpcStatusException">One that is not known here.</exception>
    public static MessageEncoding OfRequest(IHeaderDictionary headers) => headers[Header] switch
    {
        [] or ["identity"] => MessageEncoding.Identity,
        [Gzip] => MessageEncoding.Gzip,
        var other => throw new GrpcStatusException(GrpcStatusCode.Unimplemented, $"Messages encoded with '{other}' are not read here, those with gzip are."),
    };

    /// <summary>The encoding that a client would read.</summary>
    public static MessageEncoding OfResponse(IHeaderDictionary headers) =>
        headers.GetCommaSeparatedValues(AcceptHeader).Contains(Gzip, StringComparer.OrdinalIgnoreCase) ? MessageEncoding.Gzip : MessageEncoding.Identity;
}
