using System.Security.Cryptography;
using Genie.Brokers;
using Genie.Extensions.Genius.Messages;
using Genie.Genuine.Envelopes;
using Genie.Genuine.Identities;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Licences;

/// <summary>Asks an issuer in envelopes, and takes answers from nobody else. Safe for concurrent callers.</summary>
/// <param name="connection">Leads to the issuer.</param>
/// <param name="sender">Who asks.</param>
/// <param name="issuer">Whose answers count.</param>
/// <param name="clock">The clock of envelopes; the system's by default.</param>
internal sealed class IssuerConversation(IBrokerConnection connection, IdentityKeyPair sender, PublicIdentity issuer, TimeProvider? clock)
{
    private readonly EnvelopeOpener _opener = new(sender, new EnvelopeOptions { Clock = clock ?? TimeProvider.System });

    /// <summary>Asks.</summary>
    /// <exception cref="IssuerRefusedException">The issuer did not accept the envelope, or what came back is not its answer.</exception>
    /// <exception cref="BrokerException">The issuer was not reached.</exception>
    public async Task<IssuerReply> AskAsync(IssuerRequest request, CancellationToken cancellationToken)
    {
        var envelope = SealedEnvelope.Seal(sender, issuer, request.ToByteArray(), clock);
        using var reply = await connection.RequestAsync(envelope, cancellationToken).ConfigureAwait(false);
        if (!_opener.TryOpen(reply.Payload.Span, out var opened) || !opened.Sender.Equals(issuer)) throw new IssuerRefusedException();
        try
        {
            var message = IssuerReply.Parser.ParseFrom(opened.Content.Span);

            // An answer of the issuer's to another request proves nothing about this one.
            return message.Request.Span.SequenceEqual(SHA256.HashData(envelope)) ? message : throw new IssuerRefusedException();
        }
        catch (InvalidProtocolBufferException)
        {
            throw new IssuerRefusedException();
        }
    }
}
