using System.IO.MemoryMappedFiles;

namespace Genie.Brokers.Aeron.MediaDriver;

/// <summary>A whole file in memory, shared with the other processes that map it.</summary>
internal sealed unsafe class MappedFile : IDisposable
{
    private readonly MemoryMappedFile _file;
    private readonly MemoryMappedViewAccessor _view;
    private readonly byte* _start;
    private bool _disposed;

    /// <exception cref="IOException">It is not there, or empty.</exception>
    public MappedFile(string path)
    {
        var stream = new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        if (stream.Length == 0)
        {
            stream.Dispose();
            throw new IOException($"{path} is empty.");
        }

        Length = stream.Length;
        _file = MemoryMappedFile.CreateFromFile(stream, null, 0, MemoryMappedFileAccess.ReadWrite, HandleInheritability.None, leaveOpen: false);
        _view = _file.CreateViewAccessor(0, Length, MemoryMappedFileAccess.ReadWrite);
        _view.SafeMemoryMappedViewHandle.AcquirePointer(ref _start);
    }

    /// <summary>Its length in bytes.</summary>
    public long Length { get; }

    /// <summary>A part of it, usable until the file is disposed.</summary>
    /// <exception cref="BrokerProtocolException">The file is shorter.</exception>
    public SharedMemory Part(long offset, long length)
    {
        if (offset < 0 || length is < 0 or > int.MaxValue || offset > Length - length)
            throw new BrokerProtocolException(AeronDrivers.Name, $"{length} bytes at {offset} of a file of {Length}");
        return new SharedMemory(_start + offset, (int)length);
    }

    public void Dispose()
    {
        if (_disposed) return;
        _disposed = true;
        _view.SafeMemoryMappedViewHandle.ReleasePointer();
        _view.Dispose();
        _file.Dispose();
    }
}
