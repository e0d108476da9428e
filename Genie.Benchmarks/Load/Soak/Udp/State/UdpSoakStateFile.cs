using System.Globalization;
using System.Text;
using System.Text.Json;
using Genie.Brokers.Frame;

namespace Genie.Benchmarks.Load.Soak.Udp.State;

/// <summary>A state on disk: a line with a name, the format's version and the CRC-32C of the rest, then JSON. It is replaced as a whole.</summary>
internal static class UdpSoakStateFile
{
    private const string Name = "genie-soak-udp";
    private const string Version = "1";
    private const byte LineEnd = (byte)'\n';

    /// <summary>Writes it: it is on disk before it takes the other one's name.</summary>
    public static void Write(string path, UdpSoakState state)
    {
        var json = JsonSerializer.SerializeToUtf8Bytes(state, SoakJsonContext.Default.UdpSoakState);
        var unfinished = path + ".unfinished";
        using (var file = File.Create(unfinished))
        {
            file.Write(Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{Name} {Version} {Crc32C.Compute(json):x8}\n")));
            file.Write(json);
            file.Flush(flushToDisk: true);
        }

        File.Move(unfinished, path, overwrite: true);
    }

    /// <summary>Reads it.</summary>
    /// <exception cref="SoakStateException">There is none, or it is damaged.</exception>
    public static UdpSoakState Read(string path)
    {
        try
        {
            var bytes = File.ReadAllBytes(path);
            var end = Array.IndexOf(bytes, LineEnd);
            var head = Encoding.ASCII.GetString(bytes, 0, Math.Max(0, end)).Split(' ');
            if (head is not [Name, var version, var checksum]) throw new SoakStateException($"{path} is no state of 'genie soak udp'.");
            if (version != Version) throw new SoakStateException($"{path} has version {version}; this genie reads version {Version}. Go on with the genie that wrote it, or begin anew without --resume.");
            var json = bytes.AsSpan(end + 1);
            if (checksum != Crc32C.Compute(json).ToString("x8", CultureInfo.InvariantCulture)) throw Damaged(path, "its checksum does not fit");
            return JsonSerializer.Deserialize(json, SoakJsonContext.Default.UdpSoakState) ?? throw Damaged(path, "it is empty");
        }
        catch (JsonException error)
        {
            throw Damaged(path, error.Message);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw new SoakStateException($"There is no soak to go on with: {error.Message}", error);
        }
    }

    private static SoakStateException Damaged(string path, string why) => new($"{path} is damaged: {why}. What it counted cannot be gone on with; delete it and begin anew.");
}

/// <summary>A state cannot be gone on with; the message says why.</summary>
internal sealed class SoakStateException(string message, Exception? innerException = null) : Exception(message, innerException);
