using System.Globalization;
using System.Text;

namespace Genie.Extensions.Genius.Delivery.Notifications;

/// <summary>Writes e-mails into a folder as <c>.eml</c> files (RFC 5322; MIME, RFC 2045 and 2047), which mail programs open: for tests, and for hosts that fetch them there.</summary>
/// <param name="folder">The folder; it is made if it is not there.</param>
/// <param name="clock">Dates the e-mails; the system's by default.</param>
public sealed class FileEmailSink(string folder, TimeProvider? clock = null) : IEmailSender
{
    private const int EncodedLineSize = 76;
    private const int EncodedWordBytes = 45;
    private readonly MessageFolder _folder = new(folder);

    /// <inheritdoc/>
    /// <exception cref="ArgumentException">An address or the subject has several lines, or the id cannot name a file.</exception>
    public async ValueTask SendAsync(EmailMessage message, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(message);
        var now = (clock ?? TimeProvider.System).GetUtcNow();
        var text = new StringBuilder()
            .Append("From: ").Append(MessageFolder.OneLine(message.From)).Append("\r\n")
            .Append("To: ").Append(MessageFolder.OneLine(message.To)).Append("\r\n")
            .Append("Subject: ").Append(Subject(MessageFolder.OneLine(message.Subject))).Append("\r\n")
            .Append("Date: ").Append(now.ToString("ddd, dd MMM yyyy HH:mm:ss +0000", CultureInfo.InvariantCulture)).Append("\r\n")
            .Append("Message-ID: <").Append(message.Id).Append("@genius.invalid>\r\n")
            .Append("MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n");
        foreach (var line in Convert.ToBase64String(Encoding.UTF8.GetBytes(message.Text)).Chunk(EncodedLineSize)) text.Append(line).Append("\r\n");
        await _folder.WriteAsync(message.Id, ".eml", text.ToString(), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>As it is where it is ASCII, else in encoded words of at most 75 characters, none of which ends within a character (RFC 2047, sections 2 and 5).</summary>
    private static string Subject(string subject)
    {
        if (Ascii.IsValid(subject)) return subject;
        var words = new List<string>();
        var word = new List<byte>();
        foreach (var rune in subject.EnumerateRunes())
        {
            var bytes = Encoding.UTF8.GetBytes(rune.ToString());
            if (word.Count + bytes.Length > EncodedWordBytes) Flush();
            word.AddRange(bytes);
        }

        Flush();
        return string.Join("\r\n ", words);

        void Flush()
        {
            words.Add($"=?utf-8?B?{Convert.ToBase64String([.. word])}?=");
            word.Clear();
        }
    }
}
