using System.Buffers;
using System.Collections.Concurrent;
using System.Globalization;

namespace Genie.Diagnostics.Prometheus;

/// <summary>The labels of a measurement as the format has them, in the order of their keys; nothing is allocated for a text of usual length.</summary>
internal ref struct LabelText : IDisposable
{
    private const int UsualChars = 256;
    private static readonly ConcurrentDictionary<string, string> Keys = new(StringComparer.Ordinal);

    private char[] _buffer;
    private int _length;

    /// <summary>Writes the labels of a measurement's tags.</summary>
    public LabelText(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        _buffer = ArrayPool<char>.Shared.Rent(UsualChars);

        // The same tags in another order are the same series.
        string? last = null;
        while (Next(tags, last) is { } index)
        {
            last = tags[index].Key;
            if (_length > 0) Append(',');
            foreach (var each in Keys.GetOrAdd(last, static key => MetricName.Sanitise(key, allowColon: false))) Append(each);
            Append('=');
            Append('"');
            AppendValue(tags[index].Value);
            Append('"');
        }
    }

    /// <summary>The text between the braces.</summary>
    public readonly ReadOnlySpan<char> Text => _buffer.AsSpan(0, _length);

    /// <summary>A help text, in which quotes stand as they are.</summary>
    public static string EscapeHelp(string text) => text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal);

    /// <inheritdoc/>
    public readonly void Dispose() => ArrayPool<char>.Shared.Return(_buffer);

    /// <summary>The tag whose key follows next; of several with one key, the first.</summary>
    private static int? Next(ReadOnlySpan<KeyValuePair<string, object?>> tags, string? last)
    {
        int? next = null;
        for (var i = 0; i < tags.Length; i++)
        {
            if (last is not null && string.CompareOrdinal(tags[i].Key, last) <= 0) continue;
            if (next is null || string.CompareOrdinal(tags[i].Key, tags[next.Value].Key) < 0) next = i;
        }

        return next;
    }

    private void AppendValue(object? value)
    {
        var text = value as string ?? Convert.ToString(value, CultureInfo.InvariantCulture) ?? "";
        foreach (var each in text)
        {
            if (each is '\\' or '"' or '\n') Append('\\');
            Append(each == '\n' ? 'n' : each);
        }
    }

    private void Append(char each)
    {
        if (_length == _buffer.Length)
        {
            var larger = ArrayPool<char>.Shared.Rent(2 * _length);
            _buffer.CopyTo(larger, 0);
            ArrayPool<char>.Shared.Return(_buffer);
            _buffer = larger;
        }

        _buffer[_length++] = each;
    }
}
