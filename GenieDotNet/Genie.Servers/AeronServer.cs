using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using Genie.Servers.Releases;

namespace Genie.Servers;

/// <summary>
/// An Aeron media driver: clients find it by its folder, in which its command-and-control file, <c>cnc.dat</c>, says that it
/// lives (CncFileDescriptor of Aeron: version, lengths of the buffers, start and process id; the heartbeat is the last number
/// of the first buffer's trailer). It has no port.
/// </summary>
public static class AeronServer
{
    /// <summary>How old the last sign of life of a media driver that lives may be.</summary>
    public static readonly TimeSpan HeartbeatAgeMax = TimeSpan.FromSeconds(10);

    private const string SharedMemory = "/dev/shm";
    private const int HeadBytes = 128;
    private const int ToDriverLengthOffset = 4;
    private const int ToClientsLengthOffset = 8;
    private const int CounterBytes = 512;
    private const int LabelledCounters = 64;
    private const int ProcessIdOffset = 40;
    private const int TrailerBytes = 768;
    private const int HeartbeatOffset = 640;

    /// <summary>Where Aeron's own programs look for the media driver of this user.</summary>
    public static string StandardFolder => Path.Combine(Memory, $"aeron-{Environment.UserName}");

    private static string Memory => Directory.Exists(SharedMemory) ? SharedMemory : Path.GetTempPath();

    /// <summary>The media driver's own folder, in shared memory, for a server that was started in the given one.</summary>
    public static string FolderOf(string serverFolder)
    {
        // Folders of equal names lie in several places (GENIE_STATE).
        var path = Path.TrimEndingDirectorySeparator(Path.GetFullPath(serverFolder));
        return Path.Combine(Memory, $"genie-{Environment.UserName}-{Path.GetFileName(path)}-{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(path)).AsSpan(0, 4))}");
    }

    /// <summary>Runs <c>script FOLDER</c> in the foreground and waits until the media driver lives.</summary>
    /// <param name="script">Starts a media driver in the folder that it is given; ended by SIGTERM.</param>
    /// <param name="serverFolder">Takes the log; see <see cref="FolderOf"/> for the media driver's own.</param>
    /// <param name="variables">Further variables, or null.</param>
    /// <param name="cancellationToken">Abandons the start.</param>
    /// <exception cref="ServerException">It ended or did not live in time; the end of its log is in the message.</exception>
    public static Task<ServerProcess> StartAsync(
        string script, string serverFolder, IReadOnlyDictionary<string, string>? variables, CancellationToken cancellationToken) =>
        StartAsync(new ServerCommand { Name = "aeron", FileName = script, Arguments = [FolderOf(serverFolder)], Folder = serverFolder, Port = 0, Environment = variables ?? new Dictionary<string, string>() }, cancellationToken);

    /// <summary>Starts the media driver of the release's jar, as <see cref="ReleasedServer"/> has it; it has no port.</summary>
    internal static Task<ServerProcess> StartReleasedAsync(string home, string serverFolder, int port, CancellationToken cancellationToken)
    {
        // One thread that rests when nothing comes: clients and workers need the cores of a small machine.
        string[] arguments =
        [
            "-Xmx256m", "--add-opens", "java.base/sun.nio.ch=ALL-UNNAMED", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED",
            $"-Daeron.dir={FolderOf(serverFolder)}", "-Daeron.dir.delete.on.start=true", "-Daeron.dir.delete.on.shutdown=true",
            "-Daeron.threading.mode=SHARED", "-Daeron.shared.idle.strategy=org.agrona.concurrent.BackoffIdleStrategy",
            "-Daeron.term.buffer.sparse.file=true", "-Daeron.term.buffer.length=16777216", "-Daeron.ipc.term.buffer.length=16777216",
            "-cp", $"{home}/*", "io.aeron.driver.MediaDriver",
        ];
        return StartAsync(JavaRuntime.Command("aeron", serverFolder, port: 0, arguments), cancellationToken);
    }

    private static Task<ServerProcess> StartAsync(ServerCommand command, CancellationToken cancellationToken)
    {
        var folder = FolderOf(command.Folder);
        return ServerProcess.StartAsync(command with { IsUp = processId => Read(folder) is { } state && state.ProcessId == processId && state.IsFresh }, cancellationToken);
    }

    /// <summary>What lives in a folder: <c>Aeron media driver 1.51.0</c>, or null.</summary>
    public static string? Describe(string folder) => Read(folder) is { IsFresh: true } state ? $"Aeron media driver {state.Software}" : null;

    private static State? Read(string folder)
    {
        try
        {
            using var file = File.OpenHandle(Path.Combine(folder, "cnc.dat"), FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            Span<byte> head = stackalloc byte[HeadBytes];
            if (RandomAccess.Read(file, head, 0) < HeadBytes || BinaryPrimitives.ReadInt32LittleEndian(head) == 0) return null;
            Span<byte> heartbeat = stackalloc byte[sizeof(long)];
            long toDriver = BinaryPrimitives.ReadInt32LittleEndian(head[ToDriverLengthOffset..]), toClients = BinaryPrimitives.ReadInt32LittleEndian(head[ToClientsLengthOffset..]);
            var heartbeatOffset = HeadBytes + toDriver - TrailerBytes + HeartbeatOffset;
            if (heartbeatOffset < HeadBytes || toClients < 0) return null;
            if (RandomAccess.Read(file, heartbeat, heartbeatOffset) < sizeof(long)) return null;
            var labels = new byte[LabelledCounters * CounterBytes];
            labels = labels[..RandomAccess.Read(file, labels, HeadBytes + toDriver + toClients)];
            return new State(VersionIn(labels), BinaryPrimitives.ReadInt64LittleEndian(head[ProcessIdOffset..]), BinaryPrimitives.ReadInt64LittleEndian(heartbeat));
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    // One of the media driver's own counters, which are the first, has the label "Aeron software: version=1.51.0 commit=...".
    private static string VersionIn(ReadOnlySpan<byte> labels)
    {
        var start = "Aeron software: version="u8;
        if (labels.IndexOf(start) is not (>= 0 and var index)) return "of an unknown version";
        var version = labels[(index + start.Length)..];
        return Encoding.ASCII.GetString(version[..Math.Max(0, version.IndexOf((byte)' '))]);
    }

    private readonly record struct State(string Software, long ProcessId, long HeartbeatMilliseconds)
    {
        // Neither long ago nor, as in a file of another kind, in times to come.
        public bool IsFresh => Math.Abs((decimal)DateTimeOffset.UtcNow.ToUnixTimeMilliseconds() - HeartbeatMilliseconds) < (decimal)HeartbeatAgeMax.TotalMilliseconds;
    }
}
