using System.Security.Cryptography;
using System.Text.Json;
using Genie.Benchmarks.Commands;

namespace Genie.Benchmarks.Load;

/// <summary>Where payloads of the user's own come from: a file, a file of JSON lines with a message each, or a folder with a message a file.</summary>
/// <param name="Path">Its full path.</param>
/// <param name="Messages">How many messages there are.</param>
/// <param name="MeanBytes">Their mean length, rounded.</param>
/// <param name="Sha256">Their hash, in hexadecimal: they must not change from row to row. That of one message is its file's; of several, each has its length before it.</param>
/// <param name="IsPacked">True if it is one of <see cref="PackedMessages"/>, as an agent has it.</param>
internal sealed record PayloadFile(string Path, int Messages, int MeanBytes, string Sha256, bool IsPacked = false)
{
    /// <summary>The most that is taken, in bytes: beyond what any of the systems carries in one message.</summary>
    public const int BytesMax = 1 << 30;

    private static readonly string[] LineSuffixes = [".jsonl", ".ndjson"];

    /// <summary>What people call it.</summary>
    public string Name => System.IO.Path.GetFileName(Path.TrimEnd(System.IO.Path.DirectorySeparatorChar));

    /// <summary>Looks at what was named.</summary>
    /// <exception cref="BadArgumentException">It cannot be a payload.</exception>
    public static PayloadFile Open(string path)
    {
        try
        {
            var full = System.IO.Path.GetFullPath(path);
            var messages = ReadMessages(full);
            return new PayloadFile(full, messages.Count, (int)Math.Round(messages.Average(message => (double)message.Length)), Hash(messages));
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw new BadArgumentException($"--payload-file {path} cannot be read: {error.Message}");
        }
        catch (Exception error) when (error is FormatException or JsonException)
        {
            throw new BadArgumentException($"--payload-file {path}: {error.Message}");
        }
    }

    /// <summary>The messages.</summary>
    /// <exception cref="IOException">They cannot be read, or are not those that were looked at.</exception>
    public IReadOnlyList<ReadOnlyMemory<byte>> Read()
    {
        var messages = IsPacked ? PackedMessages.Read(File.ReadAllBytes(Path)) : ReadMessages(Path);
        return Hash(messages) == Sha256 ? messages : throw new IOException($"The payload file {Path} was changed while it was being measured with.");
    }

    private static List<ReadOnlyMemory<byte>> ReadMessages(string path)
    {
        if (Directory.Exists(path)) return ReadFolder(path);
        var length = new FileInfo(path).Length;
        if (length is 0 or > BytesMax) throw new FormatException($"{length:N0} bytes are no payload; expected 1 byte to {BytesMax >> 20:N0} MiB.");
        var bytes = File.ReadAllBytes(path);
        return LineSuffixes.Contains(System.IO.Path.GetExtension(path).ToLowerInvariant()) ? SplitLines(bytes) : [bytes];
    }

    private static List<ReadOnlyMemory<byte>> ReadFolder(string path)
    {
        FileInfo[] files = [.. new DirectoryInfo(path).EnumerateFiles().Where(file => !file.Name.StartsWith('.') && file.Length > 0).OrderBy(file => file.Name, StringComparer.Ordinal)];
        if (files.Length == 0) throw new FormatException("there is no file in this folder that holds anything; each is a message.");
        return files.Sum(file => file.Length) <= BytesMax ? [.. files.Select(file => new ReadOnlyMemory<byte>(File.ReadAllBytes(file.FullName)))]
            : throw new FormatException($"its files have over {BytesMax >> 20:N0} MiB together.");
    }

    private static List<ReadOnlyMemory<byte>> SplitLines(byte[] bytes)
    {
        var messages = new List<ReadOnlyMemory<byte>>();
        if (bytes is [0xff, 0xfe, ..] or [0xfe, 0xff, ..]) throw new FormatException("its lines are UTF-16; convert it to UTF-8 (iconv -f UTF-16 -t UTF-8).");

        // A mark at the begin says UTF-8 and belongs to no message.
        var start = bytes.AsSpan().StartsWith("\uFEFF"u8) ? "\uFEFF"u8.Length : 0;
        for (var (begin, number) = (start, 1); begin < bytes.Length; number++)
        {
            var end = Array.IndexOf(bytes, (byte)'\n', begin) is >= 0 and var found ? found : bytes.Length;
            var line = bytes.AsMemory(begin, end - begin).Trim(" \t\r"u8.ToArray());
            begin = end + 1;
            if (line.Length == 0) continue;
            Check(line, number);
            messages.Add(line);
        }

        return messages.Count > 0 ? messages : throw new FormatException("all of its lines are empty; each is a message.");
    }

    private static void Check(ReadOnlyMemory<byte> line, int number)
    {
        try
        {
            var reader = new Utf8JsonReader(line.Span);
            while (reader.Read()) reader.TrySkip();
        }
        catch (JsonException error)
        {
            throw new FormatException($"line {number} is no JSON: {error.Message}");
        }
    }

    private static string Hash(List<ReadOnlyMemory<byte>> messages)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var part in PackedMessages.Parts(messages)) hash.AppendData(part.Span);
        return Convert.ToHexStringLower(hash.GetHashAndReset());
    }
}
