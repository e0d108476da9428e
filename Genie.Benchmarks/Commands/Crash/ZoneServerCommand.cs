using System.CommandLine;
using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Load.Zones;

namespace Genie.Benchmarks.Commands.Crash;

/// <summary><c>genie crash zone-server</c>: a process that <c>genie crash zones</c> starts. Not for people.</summary>
internal static class ZoneServerCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var (number, port, side) = (Required<int>(ZoneServerProcess.NumberOption), Required<int>(ZoneServerProcess.PortOption), Required<int>(ZoneServerProcess.SideOption));
        var world = Required<string>(ZoneServerProcess.WorldOption);
        var command = new Command(ZoneServerProcess.CommandName, "Is a zone server; started by genie crash zones.") { number, port, side, world };
        command.Hidden = true;
        command.SetAction(async (parsed, terminated) =>
        {
            var connection = Environment.GetEnvironmentVariable(ZoneServerProcess.ConnectionVariable)
                ?? throw new BadArgumentException($"{ZoneServerProcess.ConnectionVariable} is not set: genie crash zones starts this by itself.");

            using var channel = new JsonLineChannel(Stream.Null, parsed.Streams().OpenOutput());
            var served = new ZoneFaultWorld(parsed.GetValue(side), parsed.GetValue(world)!);
            await ZoneServerHost.RunAsync(parsed.GetValue(number), parsed.GetValue(port), served, connection, channel, EndOfInput.WaitAsync(parsed.Streams(), CancellationToken.None), terminated).ConfigureAwait(false);
            return ExitCode.Success;
        });
        return command;
    }

    private static Option<T> Required<T>(string name) => new(name) { Required = true };
}
