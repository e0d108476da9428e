using System.Text;

namespace Genie.Extensions.Genius.Delivery.Notifications;

/// <summary>A folder of messages, one file each. The same id again replaces the file, so that an attempt made twice leaves one message.</summary>
internal sealed class MessageFolder
{
    private readonly string _folder;

    public MessageFolder(string folder)
    {
        Directory.CreateDirectory(folder);
        _folder = folder;
    }

    /// <summary>Writes a message beside its place and moves it there, so that nobody reads half of one.</summary>
    public async Task WriteAsync(string id, string extension, string content, CancellationToken cancellationToken)
    {
        if (id.AsSpan().ContainsAnyExcept(IdCharacters)) throw new ArgumentException($"'{id}' cannot name a file: letters, digits, - and _ only.", nameof(id));
        var path = Path.Combine(_folder, id + extension);
        var draft = path + ".new";
        await File.WriteAllTextAsync(draft, content, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), cancellationToken).ConfigureAwait(false);
        File.Move(draft, path, overwrite: true);
    }

    /// <summary>Refuses a header's value that would begin another header.</summary>
    public static string OneLine(string value) =>
        value.AsSpan().ContainsAny('\r', '\n') ? throw new ArgumentException("An address or subject is one line.", nameof(value)) : value;

    private static readonly System.Buffers.SearchValues<char> IdCharacters =
        System.Buffers.SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
}
