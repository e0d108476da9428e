using System.Text;
using GameLicenseExample.Features.Decisions;
using GameLicenseExample.Features.Kyc;
using Genie.Genuine.Envelopes;
using Genie.Genuine.Identities;

namespace GameLicenseExample.Tests.Features.Kyc;

public sealed class KycOfficeTests : IAsyncLifetime, IDisposable
{
    private static readonly byte[] Document = Encoding.UTF8.GetBytes("passport of Ann Example");
    private readonly IdentityKeyPair _office = IdentityKeyPair.Generate();
    private readonly IdentityKeyPair _player = IdentityKeyPair.Generate();
    private readonly IdentityKeyPair[] _officers = [IdentityKeyPair.Generate(), IdentityKeyPair.Generate()];
    private TestStore _store = null!;
    private KycOffice _kyc = null!;

    public async Task InitializeAsync()
    {
        _store = await TestStore.OpenAsync();
        _kyc = Open(new NoBiometricCheck());
    }

    public async Task DisposeAsync() => await _store.DisposeAsync();

    public void Dispose()
    {
        _kyc.Dispose();
        foreach (var each in _officers.Append(_office).Append(_player)) each.Dispose();
    }

    [Fact]
    public async Task Two_officers_make_a_player_documented_and_one_does_not()
    {
        var digest = await HandInAsync();
        Assert.Equal(KycLevel.Unknown, await LevelAsync());
        await ReviewAsync(_officers[0], digest, isGood: true);
        await ReviewAsync(_officers[0], digest, isGood: true);
        Assert.Equal(KycLevel.Unknown, await LevelAsync());
        await ReviewAsync(_officers[1], digest, isGood: true);
        Assert.Equal(KycLevel.Documented, await LevelAsync());

        // No biometric check is included, and that is on record.
        Assert.Equal(BiometricOutcome.NotIncluded, (await FileAsync()).Biometrics[digest]);
    }

    [Fact]
    public async Task An_officer_who_finds_it_bad_stops_it()
    {
        var digest = await HandInAsync();
        foreach (var each in _officers) await ReviewAsync(each, digest, isGood: true);
        await ReviewAsync(_officers[0], digest, isGood: false);
        Assert.Equal(KycLevel.Unknown, await LevelAsync());
    }

    [Theory]
    [InlineData(BiometricOutcome.Matches, KycLevel.Verified)]
    [InlineData(BiometricOutcome.Differs, KycLevel.Documented)]
    internal async Task A_biometric_check_that_is_plugged_in_decides_the_highest_level(BiometricOutcome outcome, KycLevel level)
    {
        var check = new FixedCheck(outcome);
        using var kyc = Open(check);
        var digest = await HandInAsync();
        foreach (var each in _officers) await kyc.ReviewAsync(new Review(_player.Public.ToString(), digest, true, "").Seal(each, _office.Public), default);
        Assert.Equal(Document, check.Seen);
        Assert.Equal(level, await LevelAsync());
    }

    [Fact]
    public async Task Who_is_no_officer_reviews_nothing_and_no_review_counts_twice()
    {
        var digest = await HandInAsync();
        await Assert.ThrowsAsync<FeatureRefusedException>(() => ReviewAsync(_player, digest, isGood: true));
        var review = new Review(_player.Public.ToString(), digest, true, "").Seal(_officers[0], _office.Public);
        await _kyc.ReviewAsync(review, default);
        await _kyc.ReviewAsync(review, default);
        Assert.Equal(KycLevel.Unknown, await LevelAsync());

        // Nor does it come back when it is sent again after the officer has changed his mind.
        await ReviewAsync(_officers[0], digest, isGood: false);
        await ReviewAsync(_officers[1], digest, isGood: true);
        await _kyc.ReviewAsync(review, default);
        Assert.Equal(KycLevel.Unknown, await LevelAsync());
        await Assert.ThrowsAsync<FeatureRefusedException>(() => ReviewAsync(_officers[1], "00", isGood: true));
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _kyc.ReviewAsync(SealedEnvelope.Seal(_officers[1], _office.Public, "no json"u8), default));
        Assert.Equal(KycLevel.Unknown, await LevelAsync());
    }

    [Fact]
    public async Task An_officer_does_not_review_his_own_documents()
    {
        var digest = await _kyc.ReceiveAsync(SealedEnvelope.Seal(_officers[0], _office.Public, Document), default);
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _kyc.ReviewAsync(new Review(_officers[0].Public.ToString(), digest, true, "").Seal(_officers[0], _office.Public), default));
    }

    [Fact]
    public async Task The_store_has_the_envelope_and_never_what_is_in_it()
    {
        var digest = await HandInAsync();
        await foreach (var each in _store.Events.ReadAllAsync(0, default)) Assert.DoesNotContain("Ann Example", Encoding.UTF8.GetString(each.Payload.Span), StringComparison.Ordinal);
        using var another = IdentityKeyPair.Generate();
        var kept = (await FileAsync()).Documents[digest].Envelope;
        Assert.False(new EnvelopeOpener(another).TryOpen(kept.Span, out _));

        // An officer opens it as often as needed; nobody else does.
        for (var i = 0; i < 2; i++) Assert.Equal(Document, (await _kyc.OpenAsync(_officers[1].Public, _player.Public.ToString(), digest, default)).ToArray());
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _kyc.OpenAsync(_player.Public, _player.Public.ToString(), digest, default));
    }

    [Fact]
    public async Task An_envelope_that_was_changed_is_refused()
    {
        var envelope = SealedEnvelope.Seal(_player, _office.Public, Document);
        envelope[^1] ^= 1;
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _kyc.ReceiveAsync(envelope, default));
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _kyc.ReceiveAsync(SealedEnvelope.Seal(_player, _player.Public, Document), default));
    }

    private KycOffice Open(IBiometricCheck biometrics) => new(_store.Events, _office, [.. _officers.Select(each => each.Public)], biometrics);

    private Task<string> HandInAsync() => _kyc.ReceiveAsync(SealedEnvelope.Seal(_player, _office.Public, Document), default);

    private Task ReviewAsync(IdentityKeyPair officer, string digest, bool isGood) => _kyc.ReviewAsync(new Review(_player.Public.ToString(), digest, isGood, "").Seal(officer, _office.Public), default);

    private async Task<KycFile> FileAsync() => (await _kyc.ReadAsync(default))[_player.Public.ToString()];

    private async Task<KycLevel> LevelAsync() => (await FileAsync()).Level;

    private sealed class FixedCheck(BiometricOutcome outcome) : IBiometricCheck
    {
        public byte[]? Seen { get; private set; }

        public ValueTask<BiometricOutcome> CompareAsync(ReadOnlyMemory<byte> document, CancellationToken cancellationToken)
        {
            Seen = document.ToArray();
            return new(outcome);
        }
    }
}
