using System.CommandLine;
using Genie.Benchmarks.Commands.Micro;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie micro</c>: one part alone, without a broker.</summary>
internal static class MicroCommand
{
    /// <summary>The command.</summary>
    public static Command Create() => new("micro")
    {
        AppendMicroCommand.Create(),
        PostgresAppendMicroCommand.Create(),
        GeoMicroCommand.Create(),
        GrainsMicroCommand.Create(),
        LoopbackMicroCommand.Create(),
        PostGisMicroCommand.Create(),
        RatchetMicroCommand.Create(),
        RulesMicroCommand.Create(),
        KeysMicroCommand.Create(),
        StoreScaleMicroCommand.Create(),
        StreamsMicroCommand.Create(),
    };
}
