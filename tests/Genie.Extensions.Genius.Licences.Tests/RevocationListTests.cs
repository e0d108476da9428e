using Genie.Brokers;
using Genie.Brokers.InMemory;
using Genie.EventStore;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Genuine.Envelopes;
using Genie.Genuine.Identities;
using Genie.Geocoding;
using Genie.Testing;

namespace Genie.Extensions.Genius.Licences.Tests;

/// <summary>Licences that were taken back are found out without the issuer by a list that it has signed.</summary>
public sealed class RevocationListTests : IAsyncLifetime, IDisposable
{
    private static readonly GeoPoint Philadelphia = new(39.9956, -75.1145);
    private readonly StoreFolder _folder = new();
    private readonly ManualClock _clock = new();
    private readonly IdentityKeyPair[] _machines = [IdentityKeyPair.Generate(), IdentityKeyPair.Generate(), IdentityKeyPair.Generate()];
    private readonly IdentityKeyPair _server = IdentityKeyPair.Generate();
    private readonly InMemoryBroker _broker = new(new InMemoryOptions());
    private IEventStore _store = null!;
    private LicenceRuleStore _rules = null!;
    private LicenceProvisioner _provisioner = null!;
    private IBrokerConnection _connection = null!;

    public async Task InitializeAsync()
    {
        _clock.Advance(TimeSpan.FromDays(20_000));
        _store = await _folder.OpenAsync(_clock);
        _rules = new LicenceRuleStore(_store, BuiltInGeocoder.Instance);
        await _rules.PutAsync(new LicenceRule(LicenceEffect.Grant, "philadelphia", Condition.In(RegionCondition.County("42101"))), default);
        _provisioner = new LicenceProvisioner(_store, _rules, new LicenceOptions { Clock = _clock });
        var issuer = new LicenceIssuer(_server, _provisioner, new EnvelopeOptions { Clock = _clock });
        await _broker.ListenAsync("licences", new ListenOptions(), issuer.HandleAsync, default);
        _connection = await _broker.ConnectAsync("licences", new ConnectionOptions(), default);
    }

    public async Task DisposeAsync()
    {
        await _broker.DisposeAsync();
        _rules.Dispose();
        await _store.DisposeAsync();
    }

    public void Dispose()
    {
        foreach (var each in _machines) each.Dispose();
        _server.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task A_licence_that_was_taken_back_is_on_the_list_until_its_own_end_and_others_hold()
    {
        var (stolen, other) = (await RequestAsync(0), await RequestAsync(1));
        var before = await ReadAsync(2);
        Assert.Equal(0, before.Count);
        Assert.Equal("", stolen.RefusalReason(_machines[0].Public, Now, before));

        Assert.True(await _provisioner.RevokeAsync(_machines[0].Public, "reported stolen", default));
        var after = await ReadAsync(2);
        Assert.Equal(1, after.Count);
        Assert.True(after.Number > before.Number);
        Assert.Equal((Now, Now + TimeSpan.FromHours(1)), (after.IssuedAt, after.NextAt));
        Assert.StartsWith("it was revoked at ", stolen.RefusalReason(_machines[0].Public, Now, after), StringComparison.Ordinal);
        Assert.EndsWith(": reported stolen", stolen.RefusalReason(_machines[0].Public, Now, after), StringComparison.Ordinal);
        Assert.Equal("it is another machine's", stolen.RefusalReason(_machines[1].Public, Now, after));
        Assert.Equal("", other.RefusalReason(_machines[1].Public, Now, after));

        // A new licence of the same machine is another one.
        Assert.Equal("", (await RequestAsync(0)).RefusalReason(_machines[0].Public, Now, await ReadAsync(0)));
        _clock.Advance(TimeSpan.FromHours(24));
        Assert.Equal(0, (await ReadAsync(2)).Count);
    }

    [Fact]
    public async Task A_list_that_was_to_be_replaced_vouches_for_nothing()
    {
        var licence = await RequestAsync(0);
        var list = await ReadAsync(1);
        _clock.Advance(TimeSpan.FromHours(1) - TimeSpan.FromTicks(1));
        Assert.True(list.IsCurrent(Now));
        Assert.Equal("", licence.RefusalReason(_machines[0].Public, Now, list));
        _clock.Advance(TimeSpan.FromTicks(1));
        Assert.False(list.IsCurrent(Now));
        Assert.Contains("get a newer one", licence.RefusalReason(_machines[0].Public, Now, list), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_list_is_the_issuers_alone_and_no_licence()
    {
        var licence = await RequestAsync(0);
        await _provisioner.RevokeAsync(_machines[0].Public, "reported stolen", default);
        var document = (await ReadAsync(1)).Document.ToArray();
        Assert.Null(SignedRevocationList.Read(document, _machines[0].Public));
        Assert.Null(SignedRevocationList.Read(licence.Document, _server.Public));
        Assert.Null(SignedLicence.Read(document, _server.Public));
        for (var i = 0; i < document.Length; i++)
        {
            document[i] ^= 1;
            Assert.Null(SignedRevocationList.Read(document, _server.Public));
            document[i] ^= 1;
            Assert.Null(SignedRevocationList.Read(document.AsMemory(0, i), _server.Public));
        }

        Assert.Equal(1, SignedRevocationList.Read(document, _server.Public)!.Count);
    }

    [Fact]
    public async Task An_issuer_that_starts_again_knows_all_of_them_and_callers_at_once_are_told_all()
    {
        foreach (var i in new[] { 0, 1, 2 })
        {
            await RequestAsync(i);
            await _provisioner.RevokeAsync(_machines[i].Public, $"number {i}", default);
        }

        var restarted = new LicenceIssuer(_server, new LicenceProvisioner(_store, _rules, new LicenceOptions { Clock = _clock }), new EnvelopeOptions { Clock = _clock });
        var lists = await Task.WhenAll(Enumerable.Range(0, 16).Select(_ => restarted.SignRevocationsAsync(default).AsTask()));
        Assert.All(lists, list => Assert.Equal(3, SignedRevocationList.Read(list, _server.Public)!.Count));
    }

    private DateTimeOffset Now => _clock.GetUtcNow();

    private async Task<SignedLicence> RequestAsync(int machine)
    {
        var client = new LicenceClient(_connection, _machines[machine], _server.Public, _clock);
        Assert.True((await client.RequestAsync(Philadelphia, default)).IsGranted);
        return client.Licence!;
    }

    private Task<SignedRevocationList> ReadAsync(int machine) => new LicenceClient(_connection, _machines[machine], _server.Public, _clock).ReadRevocationsAsync(default);
}
