using System.Security.Cryptography;
using Genie.Benchmarks.Commands;

namespace Genie.Benchmarks.Load;

/// <summary>A file whose bytes are the payload of every message.</summary>
/// <param name="Path">Its full path.</param>
/// <param name="Bytes">Its length.</param>
/// <param name="Sha256">Its content's hash, in hexadecimal: it must not change from row to row.</param>
internal sealed record PayloadFile(string Path, int Bytes, string Sha256)
{
    /// <summary>The largest file taken, in bytes: beyond what any of the systems carries in one message.</summary>
    public const int BytesMax = 1 << 30;

    /// <summary>Looks at a file that was named.</summary>
    /// <exception cref="BadArgumentException">It cannot be a payload.</exception>
    public static PayloadFile Open(string path)
    {
        try
        {
            using var stream = File.OpenRead(path);
            if (stream.Length is 0 or > BytesMax) throw new BadArgumentException($"--payload-file {path}: {stream.Length:N0} bytes are no payload; expected 1 byte to {BytesMax >> 20:N0} MiB.");
            return new PayloadFile(System.IO.Path.GetFullPath(path), (int)stream.Length, Convert.ToHexStringLower(SHA256.HashData(stream)));
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new BadArgumentException($"--payload-file {path} cannot be read: {error.Message}");
        }
    }

    /// <summary>Its bytes.</summary>
    /// <exception cref="IOException">They cannot be read, or are not those that were looked at.</exception>
    public byte[] Read()
    {
        var bytes = File.ReadAllBytes(Path);
        return Convert.ToHexStringLower(SHA256.HashData(bytes)) == Sha256 ? bytes : throw new IOException($"The payload file {Path} was changed while it was being measured with.");
    }
}
