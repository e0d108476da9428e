using System.CommandLine;
using System.Globalization;
using Genie.EventStore.Embedded;

namespace Genie.Benchmarks.Commands.Store;

/// <summary>The folder that the commands are about.</summary>
internal static class StoreFolder
{
    /// <summary>The argument that names it.</summary>
    public static Argument<string> Argument() => new("DIR") { Description = "The store's folder" };

    /// <summary>Opens the store in it.</summary>
    /// <exception cref="BadArgumentException">There is none.</exception>
    public static Task<EmbeddedEventStore> OpenAsync(string folder, bool readOnly, CancellationToken cancellationToken, bool verify = false)
    {
        Require(folder);
        return EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder, ReadOnly = readOnly, VerifyOnOpen = verify }, cancellationToken);
    }

    /// <summary>Checks that there is a store in it.</summary>
    /// <exception cref="BadArgumentException">There is none.</exception>
    public static void Require(string folder)
    {
        if (!Directory.Exists(folder) || !Directory.EnumerateFiles(folder, "*.log").Any())
            throw new BadArgumentException($"{folder} holds no event store: a folder with segments (0000000001.log) is wanted.");
    }

    /// <summary>What the store holds, in a line.</summary>
    public static string Describe(in EmbeddedStoreSummary summary) => string.Create(
        CultureInfo.InvariantCulture,
        $"{summary.Streams:N0} streams, {summary.Events:N0} events, {summary.Compacted:N0} compacted, {summary.Keys:N0} keys, position {summary.Position:N0}; {summary.Segments:N0} segments, {summary.Bytes / 1024:N0} KiB");
}
