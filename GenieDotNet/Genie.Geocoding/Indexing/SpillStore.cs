using System.Runtime.InteropServices;

namespace Genie.Geocoding.Indexing;

/// <summary>Bytes that are added at the end and then read: in memory, and in a temporary file once they are many. Nothing of it is left behind.</summary>
/// <param name="folder">Where the temporary file goes; made if it is missing. Where no file can be made, all bytes stay in memory.</param>
/// <param name="bufferBytes">What is gathered before it goes to the file; 0 where large pieces are added and read anyway.</param>
internal sealed class SpillStore(string folder, int bufferBytes) : IDisposable
{
    private const int MemoryBytesMax = 4 << 20;

    private Stream _bytes = new MemoryStream();
    private bool _staysHere;
    private bool _isAtEnd = true;

    /// <summary>Bytes added.</summary>
    public long Length { get; private set; }

    /// <summary>Adds bytes at the end.</summary>
    /// <exception cref="IOException">The temporary file cannot be written.</exception>
    public void Append(ReadOnlySpan<byte> bytes)
    {
        if (!_staysHere && Length + bytes.Length > MemoryBytesMax) MoveToFile();
        if (!_isAtEnd) _bytes.Position = Length;
        _isAtEnd = true;
        _bytes.Write(bytes);
        Length += bytes.Length;
    }

    /// <summary>Adds a value's bytes at the end.</summary>
    public void Append<T>(in T value)
        where T : unmanaged => Append(MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in value)));

    /// <summary>Reads bytes that were added.</summary>
    public void Read(long place, Span<byte> bytes)
    {
        _isAtEnd = false;
        if (_bytes.Position != place) _bytes.Position = place;
        _bytes.ReadExactly(bytes);
    }

    /// <inheritdoc/>
    public void Dispose() => _bytes.Dispose();

    private void MoveToFile()
    {
        _staysHere = true;
        if (TryCreateFile() is not { } file) return;
        _bytes.Position = 0;
        _bytes.CopyTo(file);
        _bytes.Dispose();
        (_bytes, _isAtEnd) = (file, true);
    }

    private FileStream? TryCreateFile()
    {
        var path = Path.Combine(folder, $"genie-{Guid.NewGuid():N}.tmp");
        try
        {
            Directory.CreateDirectory(folder);
            var file = new FileStream(path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.Delete, bufferBytes, FileOptions.DeleteOnClose);

            // Where an open file needs no name, it has none from the start, so that not even a killed process leaves it.
            if (!OperatingSystem.IsWindows()) File.Delete(path);
            return file;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
