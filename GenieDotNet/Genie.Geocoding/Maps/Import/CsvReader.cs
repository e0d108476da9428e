using System.Text;

namespace Genie.Geocoding.Maps.Import;

/// <summary>Records of comma-separated values (RFC 4180), one at a time; quoted fields may hold separators, quotes and line ends.</summary>
internal sealed class CsvReader(TextReader text, char separator)
{
    private const int MaxFieldCharacters = 512 * 1024 * 1024;

    private readonly char[] _buffer = new char[64 * 1024];
    private readonly StringBuilder _field = new();
    private int _next;
    private int _count;

    /// <summary>The next record, or null at the end; an empty line is none.</summary>
    /// <exception cref="MapFormatException">A field has no end.</exception>
    public string[]? Read()
    {
        var fields = new List<string>();
        while (true)
        {
            var character = Peek();
            if (character < 0 && fields.Count == 0) return null;
            if (fields.Count == 0 && character is '\r' or '\n')
            {
                _next++;
                continue;
            }

            fields.Add(character == '"' ? ReadQuoted() : ReadPlain());
            if (Peek() != separator) break;
            _next++;
            if (Peek() >= 0 && Peek() is not ('\r' or '\n')) continue;
            fields.Add("");
            break;
        }

        while (Peek() is '\r' or '\n') _next++;
        return [.. fields];
    }

    private string ReadPlain()
    {
        _field.Clear();
        while (Peek() is >= 0 and var character && character != separator && character is not ('\r' or '\n')) Append((char)character);
        return _field.ToString();
    }

    private string ReadQuoted()
    {
        _field.Clear();
        _next++;
        while (true)
        {
            var character = Peek();
            if (character < 0) throw new MapFormatException("The file ends within a quoted field.");
            if (character != '"')
            {
                Append((char)character);
                continue;
            }

            _next++;
            if (Peek() != '"') return _field.ToString() + ReadAfterQuote();
            Append('"');
        }
    }

    // Text behind the closing quote belongs to the field; RFC 4180 does not allow it, others write it.
    private string ReadAfterQuote() => Peek() is var next && (next < 0 || next == separator || next is '\r' or '\n') ? "" : ReadPlain();

    private void Append(char character)
    {
        if (_field.Length >= MaxFieldCharacters) throw new MapFormatException("A field of the file has more than 512 million characters; a quote may be missing.");
        _field.Append(character);
        _next++;
    }

    private int Peek()
    {
        if (_next < _count) return _buffer[_next];
        _count = text.Read(_buffer, 0, _buffer.Length);
        _next = 0;
        return _count > 0 ? _buffer[0] : -1;
    }
}
