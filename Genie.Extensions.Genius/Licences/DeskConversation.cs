using System.Security.Cryptography;
using Genie.Brokers;
using Genie.Extensions.Genius.Messages;
using Genie.Genuine.Envelopes;
using Genie.Genuine.Identities;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Licences;

/// <summary>Asks a desk in envelopes, and takes answers from nobody else. Safe for concurrent callers.</summary>
/// <param name="connection">Leads to the desk.</param>
/// <param name="sender">Who asks.</param>
/// <param name="desk">Whose answers count.</param>
/// <param name="clock">The clock of envelopes; the system's by default.</param>
internal sealed class DeskConversation(IBrokerConnection connection, IdentityKeyPair sender, PublicIdentity desk, TimeProvider? clock)
{
    private readonly EnvelopeOpener _opener = new(sender, new EnvelopeOptions { Clock = clock ?? TimeProvider.System });

    /// <summary>Asks.</summary>
    /// <exception cref="DeskRefusedException">The desk did not accept the envelope, or what came back is not its answer.</exception>
    /// <exception cref="BrokerException">The desk was not reached.</exception>
    public async Task<DeskReply> AskAsync(DeskRequest request, CancellationToken cancellationToken)
    {
        var envelope = SealedEnvelope.Seal(sender, desk, request.ToByteArray(), clock);
        using var reply = await connection.RequestAsync(envelope, cancellationToken).ConfigureAwait(false);
        if (!_opener.TryOpen(reply.Payload.Span, out var opened) || !opened.Sender.Equals(desk)) throw new DeskRefusedException();
        try
        {
            var message = DeskReply.Parser.ParseFrom(opened.Content.Span);

            // An answer of the desk's to another request proves nothing about this one.
            return message.Request.Span.SequenceEqual(SHA256.HashData(envelope)) ? message : throw new DeskRefusedException();
        }
        catch (InvalidProtocolBufferException)
        {
            throw new DeskRefusedException();
        }
    }
}
