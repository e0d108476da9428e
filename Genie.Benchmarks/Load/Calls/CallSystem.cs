using System.Net;
using System.Security.Cryptography.X509Certificates;
using Genie.Brokers.Drivers;
using Genie.Rpc.Quic;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Genie.Benchmarks.Load.Calls;

/// <summary>A way to make calls that a table compares.</summary>
/// <param name="Name">Its name in results and between processes.</param>
/// <param name="Title">Its name for readers.</param>
/// <param name="IsUdp">True where it runs over QUIC, and so over datagrams.</param>
/// <param name="StartAsync">Starts a server with a certificate at an address.</param>
/// <param name="ConnectAsync">Connects a client.</param>
internal sealed record CallSystem(
    string Name, string Title, bool IsUdp, Func<X509Certificate2, IPAddress, Task<ICallServer>> StartAsync, Func<CallAddress, Task<ICallClient>> ConnectAsync)
{
    /// <summary>Genie.Rpc.Quic, which the others are compared with.</summary>
    public static CallSystem Quic { get; } = new("quic", "Genie.Rpc.Quic", true, QuicCallServer.StartAsync, QuicCallClient.ConnectAsync);

    /// <summary>Grpc.AspNetCore and Grpc.Net.Client over HTTP/2.</summary>
    public static CallSystem Http2 { get; } = new("grpc-http2", "gRPC, HTTP/2", false,
        (certificate, listen) => GrpcCallServer.StartAsync(certificate, listen, HttpProtocols.Http2), address => GrpcCallClient.ConnectAsync(address, HttpProtocols.Http2));

    /// <summary>The same over HTTP/3.</summary>
    public static CallSystem Http3 { get; } = new("grpc-http3", "gRPC, HTTP/3", true,
        (certificate, listen) => GrpcCallServer.StartAsync(certificate, listen, HttpProtocols.Http3), address => GrpcCallClient.ConnectAsync(address, HttpProtocols.Http3));

    /// <summary>The floor: bytes sent back on a QUIC stream.</summary>
    public static CallSystem Echo { get; } = new("echo", "bare QUIC echo", true, EchoCallServer.StartAsync, EchoCallClient.ConnectAsync);

    /// <summary>All, in the order of the table.</summary>
    public static IReadOnlyList<CallSystem> All { get; } = [Quic, Http2, Http3, Echo];

    /// <summary>What a user may name: groups of them.</summary>
    private static readonly Dictionary<string, IReadOnlyList<CallSystem>> Groups = new()
    {
        ["quic"] = [Quic, Echo],
        ["grpc"] = [Http2, Http3],
    };

    /// <summary>The names of the groups.</summary>
    public static IReadOnlyCollection<string> GroupNames => Groups.Keys;

    /// <summary>The systems of groups, in the table's order; of all where none is named.</summary>
    public static IReadOnlyList<CallSystem> Of(IReadOnlyCollection<string> groups)
    {
        var named = (groups.Count > 0 ? groups : GroupNames).SelectMany(group => Groups[group]).ToHashSet();
        return [.. All.Where(named.Contains)];
    }

    /// <summary>The system of a name that another process was given.</summary>
    public static CallSystem Get(string name) => All.Single(system => system.Name == name);

    /// <summary>What is wrong with a group's name that there is not.</summary>
    public static string DescribeUnknown(string name) =>
        $"'{name}' is nothing that --table compares.{NearestName.Hint(name, GroupNames)} Known: {string.Join(", ", GroupNames)}.";

    /// <summary>True if it can be used here: QUIC needs its native library.</summary>
    public bool IsSupported => !IsUdp || QuicSupport.IsSupported;
}
