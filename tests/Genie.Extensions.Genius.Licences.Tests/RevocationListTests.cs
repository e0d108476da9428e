using Genie.Genuine.Identities;

namespace Genie.Extensions.Genius.Licences.Tests;

/// <summary>Licences that were taken back are found out without the issuer by a list that it has signed.</summary>
public sealed class RevocationListTests : IAsyncLifetime, IDisposable
{
    private readonly IdentityKeyPair[] _machines = [IdentityKeyPair.Generate(), IdentityKeyPair.Generate(), IdentityKeyPair.Generate()];
    private IssuerWorld _world = null!;

    public async Task InitializeAsync() => _world = await IssuerWorld.CreateAsync();

    public async Task DisposeAsync() => await _world.DisposeAsync();

    public void Dispose()
    {
        foreach (var each in _machines) each.Dispose();
    }

    [Fact]
    public async Task A_licence_that_was_taken_back_is_on_the_list_until_its_own_end_and_others_hold()
    {
        var (stolen, other) = (await RequestAsync(0), await RequestAsync(1));
        var before = await ReadAsync(2);
        Assert.Equal(0, before.Count);
        Assert.Equal("", stolen.RefusalReason(_machines[0].Public, Now, before));

        Assert.True(await _world.Provisioner.RevokeAsync(_machines[0].Public, "reported stolen", default));
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
        _world.Clock.Advance(TimeSpan.FromHours(24));
        Assert.Equal(0, (await ReadAsync(2)).Count);
    }

    [Fact]
    public async Task A_list_that_was_to_be_replaced_vouches_for_nothing()
    {
        var licence = await RequestAsync(0);
        var list = await ReadAsync(1);
        _world.Clock.Advance(TimeSpan.FromHours(1) - TimeSpan.FromTicks(1));
        Assert.True(list.IsCurrent(Now));
        Assert.Equal("", licence.RefusalReason(_machines[0].Public, Now, list));
        _world.Clock.Advance(TimeSpan.FromTicks(1));
        Assert.False(list.IsCurrent(Now));
        Assert.Contains("get a newer one", licence.RefusalReason(_machines[0].Public, Now, list), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_list_is_the_issuers_alone_and_no_licence()
    {
        var licence = await RequestAsync(0);
        await _world.Provisioner.RevokeAsync(_machines[0].Public, "reported stolen", default);
        var document = (await ReadAsync(1)).Document.ToArray();
        Assert.Null(SignedRevocationList.Read(document, _machines[0].Public));
        Assert.Null(SignedRevocationList.Read(licence.Document, _world.Server.Public));
        Assert.Null(SignedLicence.Read(document, _world.Server.Public));
        for (var i = 0; i < document.Length; i++)
        {
            document[i] ^= 1;
            Assert.Null(SignedRevocationList.Read(document, _world.Server.Public));
            document[i] ^= 1;
            Assert.Null(SignedRevocationList.Read(document.AsMemory(0, i), _world.Server.Public));
        }

        Assert.Equal(1, SignedRevocationList.Read(document, _world.Server.Public)!.Count);
    }

    [Fact]
    public async Task An_issuer_that_starts_again_knows_all_of_them_and_callers_at_once_are_told_all()
    {
        foreach (var i in new[] { 0, 1, 2 })
        {
            await RequestAsync(i);
            await _world.Provisioner.RevokeAsync(_machines[i].Public, $"number {i}", default);
        }

        var restarted = _world.NewIssuer(_world.NewProvisioner());
        var lists = await Task.WhenAll(Enumerable.Range(0, 16).Select(_ => restarted.SignRevocationsAsync(default).AsTask()));
        Assert.All(lists, list => Assert.Equal(3, SignedRevocationList.Read(list, _world.Server.Public)!.Count));
    }

    private DateTimeOffset Now => _world.Clock.GetUtcNow();

    private async Task<SignedLicence> RequestAsync(int machine)
    {
        var client = _world.ClientOf(_machines[machine]);
        Assert.True((await client.RequestAsync(IssuerWorld.Philadelphia, default)).IsGranted);
        return client.Licence!;
    }

    private Task<SignedRevocationList> ReadAsync(int machine) => _world.ClientOf(_machines[machine]).ReadRevocationsAsync(default);
}
