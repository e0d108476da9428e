namespace Genie.Extensions.Genius.AspNetCore.Services;

/// <summary>How large a message a client takes.</summary>
internal static class MessageLimit
{
    /// <summary>Names, types and times of a record fit into this without its payload.</summary>
    public const int BytesMin = 16 << 10;

    /// <summary>What a request asks for, or the server's default.</summary>
    /// <exception cref="ArgumentException">It is too low.</exception>
    public static int Of(int asked, GeniusGrpcOptions options) => asked switch
    {
        0 => Math.Max(options.MessageBytesMax, BytesMin),
        >= BytesMin => asked,
        _ => throw new ArgumentException($"message_bytes_max is {BytesMin} at least, or 0 for the server's default; {asked} would not hold a record's names."),
    };
}
