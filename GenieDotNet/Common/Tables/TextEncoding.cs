namespace Genie.Tables;

/// <summary>Tells texts in other encodings than UTF-8, which readers would take for damage or, worse, for text.</summary>
internal static class TextEncoding
{
    /// <summary>What to do with text that is not UTF-8, a sentence.</summary>
    public const string Latin1Advice = "If it is Latin-1, convert it: iconv -f ISO-8859-1 -t UTF-8.";

    /// <summary>How many of a text's first bytes are looked at.</summary>
    public const int Bytes = 4;

    /// <summary>Checks a text's first bytes.</summary>
    /// <exception cref="FormatException">They are UTF-16 or UTF-32, with a byte-order mark or without; the message is a clause about the file.</exception>
    public static void RefuseWide(ReadOnlySpan<byte> start)
    {
        if (start.Length < 2) return;

        // No text has the character U+0000.
        var (first, second) = (start[0], start[1]);
        if ((first, second) is (0xFF, 0xFE) or (0xFE, 0xFF) || first == 0 || second == 0)
            throw new FormatException(start.Length >= 4 && ((second == 0 && start[2] == 0) || (first == 0 && second == 0) || (start[2] == 0 && start[3] == 0))
                ? "it is UTF-32; convert it to UTF-8: iconv -f UTF-32 -t UTF-8." : "it is UTF-16; convert it to UTF-8: iconv -f UTF-16 -t UTF-8.");
    }

    /// <summary>Checks the first bytes of a stream, which then stands at its beginning again.</summary>
    /// <inheritdoc cref="RefuseWide(ReadOnlySpan{byte})" path="/exception"/>
    public static void RefuseWide(Stream seekable)
    {
        if (!seekable.CanSeek) return;
        Span<byte> start = stackalloc byte[Bytes];
        var count = seekable.ReadAtLeast(start, Bytes, throwOnEndOfStream: false);
        seekable.Position = 0;
        RefuseWide(start[..count]);
    }
}
