using System.Text;
using CsvHelper;

namespace Genie.Tables;

/// <summary>
/// Reads CSV (RFC 4180) record by record, the same way wherever the product takes it: strict UTF-8 with or without a byte-order mark,
/// separated by commas, tabs or semicolons, whichever the header has most of. Messages of its exceptions are clauses about the file.
/// </summary>
internal sealed class CsvTable : IDisposable
{
    private static readonly char[] Separators = [',', '\t', ';'];

    private static readonly UTF8Encoding StrictUtf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private readonly TextReader _text;
    private readonly CsvReader _reader;
    private bool _hasNoEnd;

    private CsvTable(TextReader text, string[] header, char separator, int maxRecordBytes)
    {
        (_text, Header) = (text, header);
        _reader = CreateReader(text, separator, maxRecordBytes);
    }

    /// <summary>The columns' names.</summary>
    public string[] Header { get; }

    /// <summary>Reads the header.</summary>
    /// <param name="stream">The text; it is not closed.</param>
    /// <param name="maxRecordBytes">A record that is longer is refused.</param>
    /// <exception cref="FormatException">There is none, or the text is not UTF-8.</exception>
    public static CsvTable Open(Stream stream, int maxRecordBytes)
    {
        var text = new StreamReader(stream, StrictUtf8, detectEncodingFromByteOrderMarks: false, 64 * 1024, leaveOpen: true);
        try
        {
            var first = Guard(text.ReadLine)?.TrimStart('\uFEFF') ?? throw new FormatException("it is empty; the first line names the columns.");
            var separator = Separators.MaxBy(character => CountUnquoted(first, character));
            using var header = new CsvTable(new StringReader(first), [], separator, maxRecordBytes);
            return new CsvTable(text, header.Read() ?? throw new FormatException("its first line has no column names."), separator, maxRecordBytes);
        }
        catch
        {
            text.Dispose();
            throw;
        }
    }

    /// <summary>The next record, or null at the end.</summary>
    /// <exception cref="FormatException">It is no CSV, or not UTF-8.</exception>
    public string[]? Read()
    {
        var isRead = Guard(_reader.Read);

        // An opening quote without a closing one swallows the rest of the file.
        if (_hasNoEnd) throw new FormatException("it ends within a quoted field.");
        return isRead ? _reader.Current.ToArray() : null;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _reader.Dispose();
        _text.Dispose();
    }

    // Text behind a closing quote is taken, as others write it.
    private CsvReader CreateReader(TextReader text, char separator, int maxRecordBytes) => CsvReader.Create(text, new CsvReaderOptions
    {
        Separator = separator,
        HasHeader = false,
        MaxRecordSize = maxRecordBytes,
        OnMalformedRecord = bad => _hasNoEnd |= bad.Reason == CsvMalformedReason.UnterminatedQuote,
    }, leaveOpen: true);

    private static int CountUnquoted(string line, char character)
    {
        var (count, isQuoted) = (0, false);
        foreach (var one in line)
        {
            if (one == '"') isQuoted = !isQuoted;
            else if (one == character && !isQuoted) count++;
        }

        return count;
    }

    private static T Guard<T>(Func<T> read)
    {
        try
        {
            return read();
        }
        catch (DecoderFallbackException exception)
        {
            throw new FormatException($"it is not UTF-8. {TextEncoding.Latin1Advice}", exception);
        }
        catch (CsvFormatException exception)
        {
            throw new FormatException($"its record {exception.RecordNumber:N0} is no CSV, or a quote is missing before it: {exception.Message}", exception);
        }
    }
}
