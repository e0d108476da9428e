using Grpc.Net.Client.Web;

namespace Genie.Relay.Tests.Interop;

/// <summary>Interop test cases through the relay to workers of Grpc.AspNetCore.</summary>
public sealed class DotnetWorkerTests(DotnetServer server) : IClassFixture<DotnetServer>
{
    [SkippableTheory]
    [MemberData(nameof(InteropCases.DotnetToDotnet), MemberType = typeof(InteropCases))]
    public Task Grpc_Net_Client(string name) => server.RunDotnetAsync(name);

    [SkippableTheory]
    [MemberData(nameof(InteropCases.PythonToDotnet), MemberType = typeof(InteropCases))]
    public Task Grpcs_C_core(string name) => server.RunPythonAsync(name);
}

/// <summary>Interop test cases of gRPC-Web, in both its modes and over both versions of HTTP.</summary>
public sealed class WebTests(DotnetServer server) : IClassFixture<DotnetServer>
{
    [SkippableTheory]
    [MemberData(nameof(InteropCases.Web), MemberType = typeof(InteropCases))]
    public Task Grpc_Net_Client_Web(GrpcWebMode mode, bool overHttp2, string name) => server.RunWebAsync(mode, overHttp2, name);
}

/// <summary>Interop test cases through the relay to workers of Python's gRPC.</summary>
public sealed class PythonWorkerTests(PythonServer server) : IClassFixture<PythonServer>
{
    [SkippableTheory]
    [MemberData(nameof(InteropCases.DotnetToPython), MemberType = typeof(InteropCases))]
    public Task Grpc_Net_Client(string name) => server.RunDotnetAsync(name);

    [SkippableTheory]
    [MemberData(nameof(InteropCases.PythonToPython), MemberType = typeof(InteropCases))]
    public Task Grpcs_C_core(string name) => server.RunPythonAsync(name);
}

/// <summary>Interop test cases through the relay to workers of Ruby's gRPC.</summary>
public sealed class RubyWorkerTests(RubyServer server) : IClassFixture<RubyServer>
{
    [SkippableTheory]
    [MemberData(nameof(InteropCases.DotnetToRuby), MemberType = typeof(InteropCases))]
    public Task Grpc_Net_Client(string name) => server.RunDotnetAsync(name);

    [SkippableTheory]
    [MemberData(nameof(InteropCases.PythonToRuby), MemberType = typeof(InteropCases))]
    public Task Grpcs_C_core(string name) => server.RunPythonAsync(name);
}
