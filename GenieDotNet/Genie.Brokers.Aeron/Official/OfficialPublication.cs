using Adaptive.Aeron;
using Adaptive.Aeron.Exceptions;
using Adaptive.Agrona.Concurrent;
using Genie.Brokers.Aeron.Client;
using Genie.Brokers.Aeron.Messaging;
using AeronClient = Adaptive.Aeron.Aeron;

namespace Genie.Brokers.Aeron.Official;

/// <summary>An exclusive publication of the library's.</summary>
internal sealed class OfficialPublication(AeronClient aeron, long registrationId) : IAeronPublication
{
    // The log turns to its next term: the second attempt is in it.
    private const int AttemptsMax = 3;

    private readonly UnsafeBuffer _prefix = new(new byte[AeronAddress.PrefixBytes]);
    private readonly UnsafeBuffer _body = new();
    private ExclusivePublication? _publication;
    private volatile bool _isEnded;

    public bool IsConnected => Find() is { IsConnected: true };

    public bool IsEnded => _isEnded;

    public BrokerException? Refusal { get; private set; }

    public unsafe OfferOutcome Offer(ulong prefix, ReadOnlySpan<byte> body)
    {
        if (_publication is not { } publication) return Refusal is not null ? OfferOutcome.Ended : OfferOutcome.NotConnected;
        _prefix.PutLong(0, (long)prefix);
        fixed (byte* bytes = body)
        {
            if (!body.IsEmpty) _body.Wrap(bytes, body.Length);
            for (var attempt = 1; ; attempt++)
            {
                var position = body.IsEmpty
                    ? publication.Offer(_prefix, 0, AeronAddress.PrefixBytes)
                    : publication.Offer(_prefix, 0, AeronAddress.PrefixBytes, _body, 0, body.Length);
                if (position == Publication.ADMIN_ACTION && attempt < AttemptsMax) continue;
                var outcome = OutcomeOf(position);
                if (outcome == OfferOutcome.Ended) _isEnded = true;
                return outcome;
            }
        }
    }

    public void Dispose()
    {
        try
        {
            if (Find() is { } publication) publication.Dispose();
            else if (Refusal is null) aeron.AsyncRemovePublication(registrationId);
        }
        catch (AeronException)
        {
            // The client ended before, and its publications with it.
        }
    }

    private static OfferOutcome OutcomeOf(long position) => position switch
    {
        Publication.BACK_PRESSURED or Publication.ADMIN_ACTION => OfferOutcome.Refused,
        Publication.NOT_CONNECTED => OfferOutcome.NotConnected,
        Publication.CLOSED or Publication.MAX_POSITION_EXCEEDED => OfferOutcome.Ended,
        _ => OfferOutcome.Sent,
    };

    // On the link's thread: the library looks for the media driver's answer meanwhile.
    private ExclusivePublication? Find()
    {
        if (_publication is not null || Refusal is not null) return _publication;
        try
        {
            return _publication = aeron.GetExclusivePublication(registrationId);
        }
        catch (RegistrationException error)
        {
            Refusal = RegistrationError.Of((int)error.ErrorCode(), error.Message);
            return null;
        }
    }
}
