using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Genie.EventStore.Embedded;

namespace Genie.EventStore.Tests.Embedded;

/// <summary>The independent reader of the files, read_store.py: what the documents say is enough to read what the store wrote.</summary>
internal static class PythonReader
{
    private static readonly Lazy<bool> Installed = new(() =>
    {
        try
        {
            return Run("--version").Code == 0;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return false;
        }
    });

    public static bool IsInstalled => Installed.Value;

    /// <summary>Has both read a store that nobody writes to, and compares all that they say; both must refuse what is damaged.</summary>
    public static async Task CompareAsync(string folder)
    {
        if (!IsInstalled) return;
        var (code, output, error) = Run(Path.Combine(AppContext.BaseDirectory, "read_store.py"), folder);
        EmbeddedEventStore store;
        try
        {
            store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder, ReadOnly = true }, CancellationToken.None);
        }
        catch (EventStoreCorruptedException refused)
        {
            Assert.True(code == 1, $"The store says {refused.Message}, and Python reads it: {error}");
            return;
        }

        await using (store)
        {
            Assert.True(code == 0, error);
            var lines = output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
            var next = 0;
            await foreach (var each in store.ReadAllAsync(0, CancellationToken.None)) AssertEqual(each, lines[next++]);
            Assert.Equal(lines.Length - 1, next);
            using var rest = JsonDocument.Parse(lines[^1]);
            foreach (var snapshot in rest.RootElement.GetProperty("snapshots").EnumerateObject())
            {
                var own = await store.LoadSnapshotAsync(snapshot.Name, CancellationToken.None);
                Assert.Equal((snapshot.Value[0].GetInt64(), snapshot.Value[1].GetString()), (own!.Version, Convert.ToBase64String(own.State.Span)));
            }

            foreach (var checkpoint in rest.RootElement.GetProperty("checkpoints").EnumerateObject())
                Assert.Equal(checkpoint.Value.GetInt64(), await store.LoadCheckpointAsync(checkpoint.Name, CancellationToken.None));
            foreach (var key in rest.RootElement.GetProperty("keys").EnumerateArray())
            {
                var own = await store.FindAsync(key[0].GetString()!, new RequestKey(key[1].GetUInt64(), key[2].GetUInt32(), key[3].GetUInt64()), CancellationToken.None);
                Assert.Equal((key[4].GetInt64(), key[5].GetInt64()), (own!.Value.FirstVersion, own.Value.LastVersion));
            }

            Assert.Equal(store.Summarize().Keys, rest.RootElement.GetProperty("keys").GetArrayLength());
        }
    }

    private static void AssertEqual(RecordedEvent expected, string line)
    {
        using var document = JsonDocument.Parse(line);
        var root = document.RootElement;
        Assert.Equal((expected.Position, expected.Stream, expected.Version, expected.Type), (root.GetProperty("position").GetInt64(), root.GetProperty("stream").GetString(), root.GetProperty("version").GetInt64(), root.GetProperty("type").GetString()));
        Assert.Equal(expected.RecordedAt, DateTimeOffset.Parse(root.GetProperty("time").GetString()!, CultureInfo.InvariantCulture));
        Assert.True(expected.Payload.Span.SequenceEqual(root.GetProperty("payload").GetBytesFromBase64()));
        var metadata = root.TryGetProperty("metadata", out var found) ? new EventMetadata(found.GetProperty("correlationId").GetString(), found.GetProperty("causationId").GetString()) : null;
        Assert.Equal(expected.Metadata, metadata);
        var key = root.GetProperty("key");
        Assert.Equal(expected.Key, key.ValueKind == JsonValueKind.Null ? null : new RequestKey(key.GetProperty("run").GetUInt64(), key.GetProperty("sender").GetUInt32(), key.GetProperty("sequence").GetUInt64()));
    }

    private static (int Code, string Output, string Error) Run(params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo("python3", arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output, error.GetAwaiter().GetResult());
    }
}
