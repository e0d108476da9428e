using System.Diagnostics;
using Genie.Genuine.Primitives.OpenSsl;

namespace Genie.Genuine.Primitives;

/// <summary>
/// For each operation the provider of several that is fastest on this machine, found by measuring each once, alternately: some milliseconds. A key
/// pair may be made by one and agreed with by another, where that one takes over a public key that is known.
/// </summary>
internal sealed class FastestProvider : ICryptoProvider
{
    private const int Rounds = 5;
    private readonly ICryptoProvider _chain;
    private readonly ICryptoProvider _derivation;
    private readonly ICryptoProvider _cipher;
    private readonly ICryptoProvider _agreement;
    private readonly Func<AgreementKey> _generate;

    /// <summary>Measures.</summary>
    /// <param name="candidates">All of them give the same bytes.</param>
    public FastestProvider(IReadOnlyList<ICryptoProvider> candidates)
    {
        var keys = new byte[4][];
        for (var i = 0; i < keys.Length; i++) keys[i] = new byte[Sizes.Key];
        byte[] nonce = new byte[Sizes.Nonce], text = new byte[256], message = new byte[text.Length + Sizes.Tag];
        _chain = Fastest(candidates, 32, provider => provider.StepChain(keys[0], keys[1], keys[2]));
        _derivation = Fastest(candidates, 16, provider => provider.DeriveKey(keys[0], keys[1], keys[2], keys[3]));
        _cipher = Fastest(candidates, 32, provider => provider.Seal(keys[0], nonce, text, keys[1], message));
        (_generate, _agreement) = Fastest(PairsOf(candidates), 1, pair => GenerateOnce(pair.Generate));
    }

    /// <inheritdoc/>
    public string Name => $"fastest ({string.Join(", ", new[] { _agreement.Name, _chain.Name, _derivation.Name, _cipher.Name }.Distinct())})";

    /// <inheritdoc/>
    public AgreementKey GenerateKey() => _generate();

    /// <inheritdoc/>
    public AgreementKey ImportKey(ReadOnlySpan<byte> privateKey) => _agreement.ImportKey(privateKey);

    /// <inheritdoc/>
    public void StepChain(ReadOnlySpan<byte> chainKey, Span<byte> nextChainKey, Span<byte> messageKey) => _chain.StepChain(chainKey, nextChainKey, messageKey);

    /// <inheritdoc/>
    public void DeriveKey(ReadOnlySpan<byte> inputKey, ReadOnlySpan<byte> salt, ReadOnlySpan<byte> info, Span<byte> output) => _derivation.DeriveKey(inputKey, salt, info, output);

    /// <inheritdoc/>
    public void Seal(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> associatedData, Span<byte> ciphertextAndTag) =>
        _cipher.Seal(key, nonce, plaintext, associatedData, ciphertextAndTag);

    /// <inheritdoc/>
    public bool TryOpen(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertextAndTag, ReadOnlySpan<byte> associatedData, Span<byte> plaintext) =>
        _cipher.TryOpen(key, nonce, ciphertextAndTag, associatedData, plaintext);

    private static List<(Func<AgreementKey> Generate, ICryptoProvider Agreement)> PairsOf(IReadOnlyList<ICryptoProvider> candidates)
    {
        var pairs = candidates.Select(static provider => (new Func<AgreementKey>(provider.GenerateKey), provider)).ToList();
        if (candidates.OfType<OpenSslProvider>().FirstOrDefault() is not { } native) return pairs;
        foreach (var other in candidates.Where(provider => provider != native)) pairs.Add((() => native.TakeOver(other), native));
        return pairs;
    }

    /// <summary>What a change of direction costs: a new pair, and an agreement with the old and the new one.</summary>
    private static void GenerateOnce(Func<AgreementKey> generate)
    {
        Span<byte> shared = stackalloc byte[Sizes.Key];
        using var key = generate();
        key.TryAgree(key.PublicKey, shared);
        key.TryAgree(key.PublicKey, shared);
    }

    // The shortest of some rounds is the one that nothing else disturbed.
    private static T Fastest<T>(IReadOnlyList<T> candidates, int times, Action<T> operation)
    {
        var best = new long[candidates.Count];
        Array.Fill(best, long.MaxValue);
        for (var round = 0; round <= Rounds; round++)
        {
            for (var i = 0; i < candidates.Count; i++)
            {
                var started = Stopwatch.GetTimestamp();
                for (var time = 0; time < times; time++) operation(candidates[i]);
                if (round > 0) best[i] = Math.Min(best[i], Stopwatch.GetTimestamp() - started);
            }
        }

        return candidates[Array.IndexOf(best, best.Min())];
    }
}
