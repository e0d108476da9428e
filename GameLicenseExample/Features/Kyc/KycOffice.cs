using System.Collections.Immutable;
using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using GameLicenseExample.Features.Decisions;
using Genie.EventStore;
using Genie.Genuine.Envelopes;
using Genie.Genuine.Identities;

namespace GameLicenseExample.Features.Kyc;

/// <summary>
/// Knows players by documents. They come, and stay, in envelopes that only the office's key opens, each signed by its player; officers' findings come signed too, and it
/// takes two of them. Safe for concurrent callers.
/// </summary>
/// <param name="store">The events.</param>
/// <param name="office">Whose envelopes these are.</param>
/// <param name="officers">Who may review.</param>
/// <param name="biometrics">Compares a document with its player.</param>
internal sealed class KycOffice(IEventStore store, IdentityKeyPair office, IReadOnlyCollection<PublicIdentity> officers, IBiometricCheck biometrics) : IDisposable
{
    private const int DocumentBytesMax = 4 << 20;

    // Documents are opened when somebody looks at them, however long ago they came, and as often.
    private static readonly EnvelopeOptions Kept = new() { MaxAge = TimeSpan.FromDays(10_000) };

    private readonly DecisionStream<ImmutableSortedDictionary<string, KycFile>, KycEvent> _files = new(
        store, "game/kyc", ImmutableSortedDictionary.Create<string, KycFile>(StringComparer.Ordinal),
        static (files, happened) => files.SetItem(happened.Applicant, (files.GetValueOrDefault(happened.Applicant) ?? new KycFile()).After(happened)), FeatureJson.Default.KycEvent);

    /// <summary>All files, by the players' keys.</summary>
    public Task<ImmutableSortedDictionary<string, KycFile>> ReadAsync(CancellationToken cancellationToken) => _files.ReadAsync(cancellationToken);

    /// <summary>Takes a document in.</summary>
    /// <param name="envelope">Sealed by the player for the office. It is kept as it is.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <returns>The document's name.</returns>
    /// <exception cref="FeatureRefusedException">The envelope cannot be opened.</exception>
    public async Task<string> ReceiveAsync(ReadOnlyMemory<byte> envelope, CancellationToken cancellationToken)
    {
        if (envelope.Length > DocumentBytesMax) throw new FeatureRefusedException($"A document has at most {DocumentBytesMax >> 20} MiB.");
        if (!new EnvelopeOpener(office).TryOpen(envelope.Span, out var opened)) throw new FeatureRefusedException("The office cannot open this envelope.");
        var digest = Convert.ToHexString(SHA256.HashData(envelope.Span));
        await _files.DecideAsync($"document/{digest}", _ => new DocumentReceived(opened.Sender.ToString(), digest, envelope), cancellationToken).ConfigureAwait(false);
        return digest;
    }

    /// <summary>Takes an officer's finding in; the second good one has the biometric check asked.</summary>
    /// <param name="envelope">A <see cref="Review"/>, sealed by the officer for the office.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="FeatureRefusedException">It is no officer's, or there is no such document, or the officer is the player.</exception>
    public async Task ReviewAsync(ReadOnlyMemory<byte> envelope, CancellationToken cancellationToken)
    {
        // The same envelope again is the same request: it is on record by its digest, so nothing needs to be remembered here.
        if (!new EnvelopeOpener(office).TryOpen(envelope.Span, out var opened) || !officers.Contains(opened.Sender) || Read(opened.Content, FeatureJson.Default.Review) is not { Applicant: not null, Digest: not null } review) throw new FeatureRefusedException("This is no officer's review.");
        var officer = opened.Sender.ToString();
        if (officer == review.Applicant) throw new FeatureRefusedException("Nobody reviews his own documents.");
        var request = $"review/{Convert.ToHexString(SHA256.HashData(envelope.Span))}";
        await _files.DecideAsync(request, files => files.GetValueOrDefault(review.Applicant)?.Documents.ContainsKey(review.Digest) == true
            ? new DocumentReviewed(review.Applicant, review.Digest, officer, review.IsGood, review.Reason)
            : throw new FeatureRefusedException("There is no such document."), cancellationToken).ConfigureAwait(false);
        var file = (await ReadAsync(cancellationToken).ConfigureAwait(false))[review.Applicant];
        if (file.IsGood(review.Digest)) await CheckBiometricsAsync(review, file, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Opens a document, for an officer.</summary>
    /// <exception cref="FeatureRefusedException">There is no such document, or who asks is no officer.</exception>
    public async Task<ReadOnlyMemory<byte>> OpenAsync(PublicIdentity officer, string applicant, string digest, CancellationToken cancellationToken)
    {
        if (!officers.Contains(officer)) throw new FeatureRefusedException("Officers only.");
        var file = (await ReadAsync(cancellationToken).ConfigureAwait(false)).GetValueOrDefault(applicant);
        return file?.Documents.GetValueOrDefault(digest) is { } document ? Open(document) : throw new FeatureRefusedException("There is no such document.");
    }

    /// <summary>Opens a document for an officer who asks for it in an envelope.</summary>
    /// <param name="envelope">A <see cref="DocumentRequest"/>, sealed by the officer for the office.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <returns>The document, sealed by the office for that officer: nobody on the way reads it, and a request that somebody else sends again shows him nothing.</returns>
    /// <exception cref="FeatureRefusedException">There is no such document, or who asks is no officer.</exception>
    public async Task<byte[]> OpenAsync(ReadOnlyMemory<byte> envelope, CancellationToken cancellationToken)
    {
        if (!new EnvelopeOpener(office).TryOpen(envelope.Span, out var opened) || Read(opened.Content, FeatureJson.Default.DocumentRequest) is not { Applicant: not null, Digest: not null } asked) throw new FeatureRefusedException("This is no officer's request.");
        return SealedEnvelope.Seal(office, opened.Sender, (await OpenAsync(opened.Sender, asked.Applicant, asked.Digest, cancellationToken).ConfigureAwait(false)).Span);
    }

    /// <inheritdoc/>
    public void Dispose() => _files.Dispose();

    private async Task CheckBiometricsAsync(Review review, KycFile file, CancellationToken cancellationToken)
    {
        var outcome = await biometrics.CompareAsync(Open(file.Documents[review.Digest]), cancellationToken).ConfigureAwait(false);
        await _files.DecideAsync($"biometrics/{review.Digest}/{outcome}", _ => new BiometricsChecked(review.Applicant, review.Digest, outcome), cancellationToken).ConfigureAwait(false);
    }

    private ReadOnlyMemory<byte> Open(DocumentReceived document) => new EnvelopeOpener(office, Kept).Open(document.Envelope.Span).Content;

    private static T? Read<T>(ReadOnlyMemory<byte> content, JsonTypeInfo<T> json)
        where T : class
    {
        try
        {
            return JsonSerializer.Deserialize(content.Span, json);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
