using System.Net;
using Genie.Relay.Interop;
using Genie.Relay.Tests.Running;
using Genie.Servers;
using Genie.Testing;
using Grpc.Net.Client.Web;

namespace Genie.Relay.Tests.Interop;

/// <summary>A relay with workers that serve gRPC's interop test service.</summary>
public abstract class InteropServer : IAsyncLifetime
{
    private static readonly PythonScript Client = new("grpc, google.protobuf", "python3-grpcio");
    private readonly string _folder = Directory.CreateTempSubdirectory("genie-interop-").FullName;
    private readonly string? _whyUnavailable;
    private TestRelay? _relay;

    private protected InteropServer(string? whyUnavailable) => _whyUnavailable = whyUnavailable;

    /// <summary>The messages' description, which other languages read.</summary>
    protected string Description => Path.Combine(_folder, "interop.pb");

    /// <summary>How a worker is started.</summary>
    protected abstract IReadOnlyList<string> Command { get; }

    internal TestRelay Relay
    {
        get
        {
            Skip.If(_relay is null, _whyUnavailable);
            return _relay!;
        }
    }

    public async Task InitializeAsync()
    {
        await File.WriteAllBytesAsync(Description, InteropReflection.Descriptor.SerializedData.ToByteArray());
        if (_whyUnavailable is null) _relay = await TestRelay.StartAsync(options => options with { Server = options.Server with { GrpcWebPort = Ports.PickFree() }, Workers = options.Workers with { Command = Command, MetricsPath = "" } });
    }

    public async Task DisposeAsync()
    {
        if (_relay is not null) await _relay.DisposeAsync();
        Directory.Delete(_folder, recursive: true);
    }

    /// <summary>Runs a case by Grpc.Net.Client.</summary>
    public async Task RunDotnetAsync(string name)
    {
        using var client = new DotnetClient(Relay.Host.Port);
        await client.RunAsync(name);
    }

    /// <summary>Runs a case by Grpc.Net.Client.Web.</summary>
    public async Task RunWebAsync(GrpcWebMode mode, bool overHttp2, string name)
    {
        using var client = new DotnetClient(overHttp2 ? Relay.Host.Port : Relay.Host.GrpcWebPort, mode, overHttp2 ? HttpVersion.Version20 : HttpVersion.Version11);
        await client.RunAsync(name);
    }

    /// <summary>Runs a case by gRPC's C core.</summary>
    public async Task RunPythonAsync(string name)
    {
        var target = Relay.Target;
        Skip.If(Client.WhyUnavailable() is not null, Client.WhyUnavailable());
        await ForeignProgram.RunAsync(Client.StartFile(PathOf("interop_client.py"), target, Description, name), "");
    }

    /// <summary>A file beside the tests.</summary>
    protected static string PathOf(string file) => Path.Combine(AppContext.BaseDirectory, "Interop", file);
}

/// <summary>Grpc.AspNetCore.</summary>
public sealed class DotnetServer() : InteropServer(null)
{
    protected override IReadOnlyList<string> Command
    {
        get
        {
            var start = OwnProgram.StartInfo(typeof(TestService).Assembly);
            return [start.FileName, .. start.ArgumentList, "{port}"];
        }
    }
}

/// <summary>gRPC's C core with Python.</summary>
public sealed class PythonServer() : InteropServer(Genie.Testing.Grpc.PythonPeer.WhyUnavailable())
{
    protected override IReadOnlyList<string> Command => [Genie.Testing.Grpc.PythonPeer.Executable!, PathOf("interop_server.py"), "127.0.0.1:{port}", Description, "{pool_size}"];
}

/// <summary>gRPC's C core with Ruby, and Gruf's health service.</summary>
public sealed class RubyServer() : InteropServer(RubyPeer.WhyUnavailable())
{
    protected override IReadOnlyList<string> Command => [RubyPeer.Executable!, PathOf("interop_server.rb"), "127.0.0.1:{port}", Description, "{pool_size}"];
}
