using System.CommandLine;
using Genie.Benchmarks.Commands.Store;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie store</c>: the event store's files.</summary>
internal static class StoreCommand
{
    /// <summary>The command.</summary>
    public static Command Create() => new("store", "Verifies, exports, imports, compacts, backs up and restores the files of an event store.")
    {
        StoreVerifyCommand.Create(),
        StoreExportCommand.Create(),
        StoreImportCommand.Create(),
        StoreCompactCommand.Create(),
        StoreBackupCommand.CreateBackup(),
        StoreBackupCommand.CreateRestore(),
        StoreDeleteCommand.Create(),
    };
}
