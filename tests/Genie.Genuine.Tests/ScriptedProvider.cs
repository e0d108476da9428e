using Genie.Genuine.Primitives;

namespace Genie.Genuine.Tests;

/// <summary>A provider whose new keys and nonces are those of a recording, in their order.</summary>
internal sealed class ScriptedProvider(ICryptoProvider provider, IEnumerable<byte[]> keys, IEnumerable<byte[]> nonces) : ICryptoProvider
{
    private readonly Queue<byte[]> _keys = new(keys);
    private readonly Queue<byte[]> _nonces = new(nonces);

    public int KeysLeft => _keys.Count;

    public string Name => provider.Name;

    public AgreementKey GenerateKey() => provider.ImportKey(_keys.Dequeue());

    public void FillRandom(Span<byte> destination) => _nonces.Dequeue().CopyTo(destination);

    public AgreementKey ImportKey(ReadOnlySpan<byte> privateKey) => provider.ImportKey(privateKey);

    public void StepChain(ReadOnlySpan<byte> chainKey, Span<byte> nextChainKey, Span<byte> messageKey) => provider.StepChain(chainKey, nextChainKey, messageKey);

    public void DeriveKey(ReadOnlySpan<byte> inputKey, ReadOnlySpan<byte> salt, ReadOnlySpan<byte> info, Span<byte> output) => provider.DeriveKey(inputKey, salt, info, output);

    public void Seal(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> associatedData, Span<byte> ciphertextAndTag) =>
        provider.Seal(key, nonce, plaintext, associatedData, ciphertextAndTag);

    public bool TryOpen(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertextAndTag, ReadOnlySpan<byte> associatedData, Span<byte> plaintext) =>
        provider.TryOpen(key, nonce, ciphertextAndTag, associatedData, plaintext);
}
