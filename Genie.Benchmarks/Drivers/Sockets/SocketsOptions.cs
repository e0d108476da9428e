namespace Genie.Benchmarks.Drivers.Sockets;

/// <summary>Settings of the reference of two processes and their sockets.</summary>
internal sealed record SocketsOptions
{
    /// <summary>Where the worker listens. Default <c>tcp://127.0.0.1:5598</c>.</summary>
    public Uri Url { get; init; } = new("tcp://127.0.0.1:5598");
}
