namespace Genie.EventStore.Embedded.Index;

/// <summary>Reads a section from its beginning to its end.</summary>
internal sealed class SectionCursor(IndexFile file, IndexSection section)
{
    private const int WindowBytes = 16 * IndexFile.PageBytes;

    private byte[] _window = [];
    private int _at;
    private long _next;

    /// <summary>The next bytes, valid until the next call.</summary>
    /// <exception cref="IndexDamagedException">There are not so many, or they are not as they were written.</exception>
    public ReadOnlyMemory<byte> Peek(int bytes)
    {
        if (_window.Length - _at < bytes) Fill(bytes);
        return _window.AsMemory(_at, bytes);
    }

    public void Skip(int bytes) => _at += bytes;

    private void Fill(int bytes)
    {
        var kept = _window.AsSpan(_at);
        var left = file.BytesOf(section) - _next;
        if (bytes < 0 || kept.Length + left < bytes) throw new IndexDamagedException(file);
        var window = new byte[kept.Length + (int)Math.Min(left, Math.Max(WindowBytes, bytes))];
        kept.CopyTo(window);
        file.ReadPast(section, _next, window.AsSpan(kept.Length));
        _next += window.Length - kept.Length;
        (_window, _at) = (window, 0);
    }
}
