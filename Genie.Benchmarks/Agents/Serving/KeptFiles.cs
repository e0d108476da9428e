using Genie.Benchmarks.Agents.Links;
using Genie.Benchmarks.Load;

namespace Genie.Benchmarks.Agents.Serving;

/// <summary>Files that a controller sent, for the processes of its session; they are deleted with it.</summary>
/// <param name="folder">Where; its own.</param>
internal sealed class KeptFiles(string folder) : IDisposable
{
    private FileStream? _open;
    private long _bytes;

    /// <summary>Takes a part of a file; the first one, whose offset is 0, creates it.</summary>
    /// <returns>Where it is, or why it was not taken.</returns>
    public async Task<AgentReply> TakeAsync(AgentRequest request, CancellationToken cancellationToken)
    {
        var data = request.Data ?? [];
        if (!IsName(request.Name)) return new AgentReply { Error = $"'{request.Name}' is no name of a file." };
        try
        {
            if (request.Offset == 0) Create(request.Name);
            if (_open is null || _open.Position != request.Offset) return new AgentReply { Error = $"A part of '{request.Name}' is missing before byte {request.Offset:N0}." };
            if ((_bytes += data.Length) > PayloadFile.BytesMax) return new AgentReply { Error = $"'{request.Name}' is too much: an agent takes {PayloadFile.BytesMax >> 20:N0} MiB in all." };
            await _open.WriteAsync(data, cancellationToken).ConfigureAwait(false);
            await _open.FlushAsync(cancellationToken).ConfigureAwait(false);
            return new AgentReply { Path = _open.Name };
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return new AgentReply { Error = $"'{request.Name}' cannot be kept: {error.Message}" };
        }
    }

    public void Dispose()
    {
        _open?.Dispose();
        _open = null;
        try
        {
            if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            // The next session tries again.
        }
    }

    // A folder for each: two may have one name.
    private void Create(string name)
    {
        _open?.Dispose();
        var own = Directory.CreateDirectory(Path.Combine(folder, $"{Guid.NewGuid():N}")).FullName;
        _open = new FileStream(Path.Combine(own, name), FileMode.CreateNew, FileAccess.Write, FileShare.Read);
    }

    private static bool IsName(string name) => name.Length is > 0 and <= 255 && name is not ("." or "..") && name.IndexOfAny([.. Path.GetInvalidFileNameChars(), '/', '\\']) < 0;
}
