using System.Security.Cryptography;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Ratchet;

/// <summary>RatchetEncrypt (Double Ratchet, sections 3.4 and 4.5), and the sending half of a DH ratchet step.</summary>
internal sealed class RatchetSender(RatchetState state, RatchetOptions options)
{
    /// <summary>Writes the message; returns its length.</summary>
    public int Encrypt(ReadOnlySpan<byte> plaintext, Span<byte> destination, ReadOnlySpan<byte> associatedData)
    {
        if (!state.CanSend || state.SentCount == uint.MaxValue) throw new SessionNotReadyException();
        var format = new MessageFormat(options.EncryptHeaders);
        var prefix = destination[..format.PrefixSize];
        prefix[0] = format.Byte;

        // Every message key encrypts one message, unless state was rolled back: then the nonce is what differs.
        var nonce = prefix[format.Nonce];
        options.Provider.FillRandom(nonce);
        if (options.EncryptHeaders) EncryptHeader(nonce, prefix[(1 + Sizes.Nonce)..]);
        else MessageHeader.Write(prefix[1..], state.Own.PublicKey, state.PreviousSentCount, state.SentCount);
        Span<byte> messageKey = stackalloc byte[Sizes.Key];
        using var authenticated = new AssociatedData(stackalloc byte[AssociatedData.UsualSize], state.AssociatedData, prefix, associatedData);

        // The chain moves first: should anything fail now, a key is lost, and none is ever used twice.
        options.Provider.StepChain(state.SendingChain, state.SendingChain, messageKey);
        state.SentCount++;
        options.Provider.Seal(messageKey, nonce, plaintext, authenticated.Bytes, destination[prefix.Length..(plaintext.Length + format.Overhead)]);
        CryptographicOperations.ZeroMemory(messageKey);
        return plaintext.Length + format.Overhead;
    }

    /// <summary>Derives a sending chain from this side's ratchet key and the other's. False, with nothing changed, if the latter is refused.</summary>
    public bool TryStartChain(ReadOnlySpan<byte> peer)
    {
        Span<byte> nextHeaderKey = stackalloc byte[Sizes.Key];
        if (!RatchetKdf.TryStep(options, state.Own, peer, state.RootKey, state.RootKey, state.SendingChain, nextHeaderKey)) return false;
        if (options.EncryptHeaders)
        {
            state.NextSendingHeaderKey.CopyTo(state.SendingHeaderKey);
            nextHeaderKey.CopyTo(state.NextSendingHeaderKey);
            CryptographicOperations.ZeroMemory(nextHeaderKey);
        }

        state.PreviousSentCount = state.SentCount;
        state.SentCount = 0;
        state.CanSend = true;
        return true;
    }

    /// <summary>HENCRYPT: header keys encrypt many headers, so the nonce is random.</summary>
    private void EncryptHeader(ReadOnlySpan<byte> nonce, Span<byte> encrypted)
    {
        Span<byte> header = stackalloc byte[MessageHeader.Size];
        MessageHeader.Write(header, state.Own.PublicKey, state.PreviousSentCount, state.SentCount);
        options.Provider.Seal(state.SendingHeaderKey, nonce, header, state.AssociatedData, encrypted);
    }
}
