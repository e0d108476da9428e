namespace Genie.Extensions.Genius.Delivery.Notifications;

/// <summary>Writes text messages into a folder as <c>.txt</c> files: the number, an empty line, the text.</summary>
/// <param name="folder">The folder; it is made if it is not there.</param>
public sealed class FileSmsSink(string folder) : ISmsSender
{
    private readonly MessageFolder _folder = new(folder);

    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The number has several lines, or the id cannot name a file.</exception>
    public async ValueTask SendAsync(SmsMessage message, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(message);
        await _folder.WriteAsync(message.Id, ".txt", $"{MessageFolder.OneLine(message.To)}\n\n{message.Text}\n", cancellationToken).ConfigureAwait(false);
    }
}
