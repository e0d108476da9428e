using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Drivers.Sockets;

/// <summary>Settings of the reference of two processes and their sockets.</summary>
internal sealed record SocketsOptions
{
    /// <summary>Where the worker listens. Default <c>tcp://127.0.0.1:5598</c>.</summary>
    public Uri Url { get; init; } = new("tcp://127.0.0.1:5598");

    /// <summary>The settings without secrets; the compiler's own text would show what somebody wrote as the URL's password.</summary>
    public override string ToString() => BrokerOptionsBinder.ToText(this);
}
