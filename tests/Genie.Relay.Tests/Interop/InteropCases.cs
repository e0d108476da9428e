using Grpc.Net.Client.Web;

namespace Genie.Relay.Tests.Interop;

/// <summary>
/// Which of gRPC's interop test cases a client runs against a server. None of them can run cacheable_unary, which calls by GET and which gRPC has given up, nor the
/// cases with Google's credentials, which need Google's servers.
/// </summary>
public static class InteropCases
{
    private static readonly string[] Common =
    [
        "empty_unary", "large_unary", "client_streaming", "server_streaming", "ping_pong", "empty_stream", "custom_metadata", "status_code_and_message",
        "special_status_message", "unimplemented_method", "unimplemented_service", "cancel_after_begin", "cancel_after_first_response", "timeout_on_sleeping_server",
    ];

    // Python's and Ruby's servers do not learn whether a message came compressed, and Ruby's does not choose it for an answer.
    private static readonly string[] ServerCompressed = ["server_compressed_unary", "server_compressed_streaming"];

    /// <summary>Grpc.Net.Client.Web: what needs both directions at once needs HTTP/2.</summary>
    public static TheoryData<GrpcWebMode, bool, string> Web
    {
        get
        {
            var data = new TheoryData<GrpcWebMode, bool, string>();
            string[] needHttp2 = ["ping_pong", "cancel_after_first_response", "timeout_on_sleeping_server"];
            foreach (var mode in new[] { GrpcWebMode.GrpcWeb, GrpcWebMode.GrpcWebText })
            {
                foreach (var name in Common.Append("concurrent_large_unary")) data.Add(mode, true, name);
                foreach (var name in Common.Except(needHttp2)) data.Add(mode, false, name);
            }

            return data;
        }
    }

    /// <summary>Grpc.Net.Client and Grpc.AspNetCore.</summary>
    public static TheoryData<string> DotnetToDotnet => [.. Common, .. ServerCompressed, "client_compressed_unary", "client_compressed_streaming", "concurrent_large_unary"];

    /// <summary>Grpc.Net.Client and Python.</summary>
    public static TheoryData<string> DotnetToPython => [.. Common, .. ServerCompressed];

    /// <summary>Grpc.Net.Client and Ruby.</summary>
    public static TheoryData<string> DotnetToRuby => [.. Common];

    /// <summary>Python and Grpc.AspNetCore. Python's client cannot leave single messages of a compressed stream uncompressed.</summary>
    public static TheoryData<string> PythonToDotnet => [.. Common, .. ServerCompressed, "client_compressed_unary"];

    /// <summary>Python on both sides.</summary>
    public static TheoryData<string> PythonToPython => [.. Common, .. ServerCompressed];

    /// <summary>Python and Ruby.</summary>
    public static TheoryData<string> PythonToRuby => [.. Common];
}
