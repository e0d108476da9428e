using System.Buffers;
using System.Security.Cryptography;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Ratchet;

/// <summary>
/// RatchetDecrypt (Double Ratchet, sections 3.5 and 4.6). Everything is derived beside the state; only a message that
/// authenticates changes it.
/// </summary>
internal sealed class RatchetReceiver(RatchetState state, RatchetOptions options, RatchetSender sender)
{
    /// <summary>The message decrypted last was overtaken by others before.</summary>
    public bool LastWasSkipped { get; private set; }

    /// <summary>False, with the state unchanged but for skipped keys of too great an age, if the message is refused.</summary>
    public bool TryDecrypt(ReadOnlySpan<byte> message, Span<byte> plaintext, ReadOnlySpan<byte> associatedData)
    {
        if (state.Skipped.Count > 0) state.Skipped.RemoveBefore(options.Clock.GetUtcNow() - options.MaxSkippedAge);
        LastWasSkipped = false;
        var format = new MessageFormat(options.EncryptHeaders);
        var prefix = message[..format.PrefixSize];
        using var authenticated = new AssociatedData(stackalloc byte[AssociatedData.UsualSize], state.AssociatedData, prefix, associatedData);
        var body = new Body(prefix[format.Nonce], message[prefix.Length..], authenticated.Bytes, plaintext);
        return options.EncryptHeaders ? TryWithEncryptedHeader(prefix[1..], body) : TryWithHeader(prefix[1..], body);
    }

    private bool TryWithHeader(ReadOnlySpan<byte> header, Body body)
    {
        var ratchetKey = MessageHeader.RatchetKey(header);
        var skipped = state.Skipped.Find(ratchetKey, MessageHeader.Number(header));
        if (skipped >= 0) return TrySkipped(skipped, body);
        return state.CanReceive && ratchetKey.SequenceEqual(state.Peer) ? TryCurrentChain(header, ratchetKey, body) : TryNextChain(header, body);
    }

    /// <summary>Which header key opens the header says which chain it is of: one with skipped keys, the current one, or the next one.</summary>
    private bool TryWithEncryptedHeader(ReadOnlySpan<byte> encrypted, Body body)
    {
        Span<byte> header = stackalloc byte[MessageHeader.Size];
        for (var i = 0; i < state.Skipped.Count; i++)
        {
            if (state.Skipped.ContinuesChain(i) || !TryOpenHeader(state.Skipped.ChainAt(i), encrypted, header)) continue;
            var skipped = state.Skipped.Find(state.Skipped.ChainAt(i), MessageHeader.Number(header));
            if (skipped >= 0) return TrySkipped(skipped, body);
            break;
        }

        if (state.CanReceive && TryOpenHeader(state.ReceivingHeaderKey, encrypted, header)) return TryCurrentChain(header, state.ReceivingHeaderKey, body);
        return TryOpenHeader(state.NextReceivingHeaderKey, encrypted, header) && TryNextChain(header, body);
    }

    private bool TryOpenHeader(ReadOnlySpan<byte> headerKey, ReadOnlySpan<byte> encrypted, Span<byte> header) =>
        options.Provider.TryOpen(headerKey, encrypted[..Sizes.Nonce], encrypted[Sizes.Nonce..], state.AssociatedData, header);

    private bool TrySkipped(int index, Body body)
    {
        if (!body.TryOpen(options.Provider, state.Skipped.KeyAt(index))) return false;
        LastWasSkipped = true;
        state.Skipped.RemoveAt(index);
        return true;
    }

    private bool TryCurrentChain(ReadOnlySpan<byte> header, ReadOnlySpan<byte> chainId, Body body)
    {
        var number = MessageHeader.Number(header);
        if (number < state.ReceivedCount || number - state.ReceivedCount > (uint)options.MaxJump || number == uint.MaxValue) return false;
        Span<byte> chain = stackalloc byte[Sizes.Key];
        state.ReceivingChain.CopyTo(chain);
        var first = state.ReceivedCount;
        using var skipped = new ChainRun(options, chain, first, number);
        if (!TryOpenNext(chain, body)) return false;
        state.Skipped.Add(chainId, skipped.FirstKept, skipped.Keys, options.Clock.GetUtcNow());
        chain.CopyTo(state.ReceivingChain);
        CryptographicOperations.ZeroMemory(chain);
        state.ReceivedCount = number + 1;
        return true;
    }

    /// <summary>The message begins a chain: DHRatchet. Its receiving half is done beside the state, its sending half once the message has proved genuine.</summary>
    private bool TryNextChain(ReadOnlySpan<byte> header, Body body)
    {
        var ratchetKey = MessageHeader.RatchetKey(header);
        var number = MessageHeader.Number(header);
        var previousCount = MessageHeader.PreviousCount(header);
        if (!IsNextChainPlausible(previousCount, number)) return false;
        Span<byte> derived = stackalloc byte[4 * Sizes.Key];
        Span<byte> root = derived[..Sizes.Key], chain = derived[Sizes.Key..(2 * Sizes.Key)];
        Span<byte> nextHeaderKey = derived[(2 * Sizes.Key)..(3 * Sizes.Key)], oldChain = derived[(3 * Sizes.Key)..];
        if (!RatchetKdf.TryStep(options, state.Own, ratchetKey, state.RootKey, root, chain, nextHeaderKey)) return false;
        using var skipped = new ChainRun(options, chain, 0, number);
        var isGenuine = TryOpenNext(chain, body);
        if (isGenuine)
        {
            // The new pair before anything changes: making it is the one step left that could fail.
            var own = options.Provider.GenerateKey();
            FinishChain(oldChain, previousCount);
            state.Skipped.Add(options.EncryptHeaders ? state.NextReceivingHeaderKey : ratchetKey, skipped.FirstKept, skipped.Keys, options.Clock.GetUtcNow());
            ReplaceChains(ratchetKey, root, chain, nextHeaderKey, own);
            state.ReceivedCount = number + 1;
        }

        CryptographicOperations.ZeroMemory(derived);
        return isGenuine;
    }

    /// <summary>An honest sender's previous chain is at least as long as what arrived of it.</summary>
    private bool IsNextChainPlausible(uint previousCount, uint number)
    {
        var received = state.CanReceive ? state.ReceivedCount : 0;
        if (previousCount < received || number == uint.MaxValue) return false;
        var left = state.CanReceive ? previousCount - received : 0;
        return (ulong)left + number <= (ulong)options.MaxJump;
    }

    /// <summary>Keeps the keys of what has not arrived of the current chain.</summary>
    private void FinishChain(Span<byte> chain, uint count)
    {
        if (!state.CanReceive) return;
        state.ReceivingChain.CopyTo(chain);
        using var left = new ChainRun(options, chain, state.ReceivedCount, count);
        state.Skipped.Add(options.EncryptHeaders ? state.ReceivingHeaderKey : state.Peer, left.FirstKept, left.Keys, options.Clock.GetUtcNow());
    }

    private void ReplaceChains(ReadOnlySpan<byte> ratchetKey, ReadOnlySpan<byte> root, ReadOnlySpan<byte> chain, ReadOnlySpan<byte> nextHeaderKey, AgreementKey own)
    {
        if (options.EncryptHeaders)
        {
            state.NextReceivingHeaderKey.CopyTo(state.ReceivingHeaderKey);
            nextHeaderKey.CopyTo(state.NextReceivingHeaderKey);
        }

        ratchetKey.CopyTo(state.Peer);
        root.CopyTo(state.RootKey);
        chain.CopyTo(state.ReceivingChain);
        state.HasPeer = state.CanReceive = true;
        state.Own.Dispose();
        state.Own = own;
        sender.TryStartChain(ratchetKey);
    }

    private bool TryOpenNext(Span<byte> chain, Body body)
    {
        Span<byte> messageKey = stackalloc byte[Sizes.Key];
        options.Provider.StepChain(chain, chain, messageKey);
        var isGenuine = body.TryOpen(options.Provider, messageKey);
        CryptographicOperations.ZeroMemory(messageKey);
        if (!isGenuine) CryptographicOperations.ZeroMemory(chain);
        return isGenuine;
    }

    private readonly ref struct Body(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> associatedData, Span<byte> plaintext)
    {
        private readonly ReadOnlySpan<byte> _nonce = nonce;
        private readonly ReadOnlySpan<byte> _ciphertext = ciphertext;
        private readonly ReadOnlySpan<byte> _associatedData = associatedData;
        private readonly Span<byte> _plaintext = plaintext;

        public bool TryOpen(ICryptoProvider provider, ReadOnlySpan<byte> messageKey) =>
            provider.TryOpen(messageKey, _nonce, _ciphertext, _associatedData, _plaintext);
    }

    /// <summary>Runs a chain forward from one number to another and keeps the message keys on the way, the last ones if they are too many.</summary>
    private readonly ref struct ChainRun
    {
        private readonly byte[] _keys;
        private readonly int _length;

        public ChainRun(RatchetOptions options, Span<byte> chain, uint from, uint to)
        {
            var kept = (int)Math.Min(to - from, (uint)options.MaxSkippedKeys);
            FirstKept = to - (uint)kept;
            _length = kept * Sizes.Key;
            _keys = _length == 0 ? [] : ArrayPool<byte>.Shared.Rent(_length);
            Span<byte> dropped = stackalloc byte[Sizes.Key];
            for (var number = from; number < to; number++)
            {
                var key = number < FirstKept ? dropped : _keys.AsSpan((int)(number - FirstKept) * Sizes.Key, Sizes.Key);
                options.Provider.StepChain(chain, chain, key);
            }

            CryptographicOperations.ZeroMemory(dropped);
        }

        public uint FirstKept { get; }

        public ReadOnlySpan<byte> Keys => _keys.AsSpan(0, _length);

        public void Dispose()
        {
            if (_length == 0) return;
            CryptographicOperations.ZeroMemory(_keys.AsSpan(0, _length));
            ArrayPool<byte>.Shared.Return(_keys);
        }
    }
}
