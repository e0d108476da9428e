namespace Genie.Benchmarks.Commands.Genius.Listening;

/// <summary>The end points of the server, by what is served there.</summary>
internal enum ListenerKind
{
    /// <summary>gRPC.</summary>
    Grpc,

    /// <summary>HTTP with JSON, and the admin page.</summary>
    Json,

    /// <summary>Probes, metrics and the live page, without keys.</summary>
    Web,
}
