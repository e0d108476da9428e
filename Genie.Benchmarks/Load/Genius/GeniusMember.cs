using System.Globalization;
using Genie.Benchmarks.Commands.Genius;
using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Load.Silos;
using Genie.Grains;
using Genie.Servers;

namespace Genie.Benchmarks.Load.Genius;

/// <summary><c>genie genius serve</c> as one of several, in a process of its own, which ends when this process does.</summary>
internal sealed class GeniusMember : ReadyProcess
{
    private GeniusMember(ChildProgram child, int port)
        : base(child, static (message, isTransient, cause) => new GrainException(message, isTransient, cause)) => Port = port;

    /// <summary>Where gRPC is, on 127.0.0.1.</summary>
    public int Port { get; }

    /// <summary>Starts one; when the task completes, it serves.</summary>
    /// <param name="port">Where gRPC is to be.</param>
    /// <param name="settings">What all have in common, by the names of their variables without the prefix.</param>
    /// <param name="cancellationToken">Abandons it; it is ended.</param>
    /// <exception cref="GrainException">It ended before, or took too long.</exception>
    public static async Task<GeniusMember> StartAsync(int port, IReadOnlyDictionary<string, string> settings, CancellationToken cancellationToken)
    {
        var start = OwnProgram.StartInfo(typeof(GeniusMember).Assembly, ["genius", "serve", SiloArguments.UntilInputEnds]);
        foreach (var (name, value) in settings) start.Environment[GeniusSettings.VariablePrefix + name] = value;
        start.Environment[GeniusSettings.VariablePrefix + "Listen"] = Loopback(port);
        start.Environment[GeniusSettings.VariablePrefix + "Web"] = Loopback(Ports.PickFree());
        start.Environment[GeniusSettings.VariablePrefix + "Silo__Address"] = Loopback(Ports.PickFree());
        var member = new GeniusMember(ChildProgram.Start("server", start), port);
        await member.WaitUntilReadyAsync(static line => line?.StartsWith(GeniusServeCommand.ReadyStart, StringComparison.Ordinal) == true, "server", cancellationToken).ConfigureAwait(false);
        return member;
    }

    private static string Loopback(int port) => string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{port}");
}
