using System.Buffers;
using System.Diagnostics.Metrics;
using Genie.Brokers;
using Genie.Brokers.InMemory;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Genuine.Envelopes;
using Genie.Genuine.Identities;
using Genie.Geocoding;
using Google.Protobuf;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Licences.Tests;

public sealed class LicenceIssuerTests(ITestOutputHelper output) : IAsyncLifetime, IDisposable
{
    private static readonly GeoPoint Philadelphia = IssuerWorld.Philadelphia;
    private static readonly GeoPoint Pentagon = new(38.870945, -77.055252);
    private readonly IdentityKeyPair _machine = IdentityKeyPair.Generate();
    private IssuerWorld _world = null!;
    private LicenceClient _client = null!;

    public async Task InitializeAsync()
    {
        _world = await IssuerWorld.CreateAsync();
        _client = _world.ClientOf(_machine);
    }

    public async Task DisposeAsync() => await _world.DisposeAsync();

    public void Dispose() => _machine.Dispose();

    [Fact]
    public async Task A_machine_is_granted_where_a_rule_says_so_and_it_is_on_record()
    {
        var decision = await _client.RequestAsync(Philadelphia, default);
        Assert.True(decision.IsGranted);
        Assert.Equal("42101", decision.Region.Code);
        Assert.Equal(_world.Clock.GetUtcNow() + TimeSpan.FromHours(24), decision.ValidUntil);
        var licence = await _world.Provisioner.ReadAsync(_machine.Public, default);
        Assert.Equal(decision, licence.Decision);
        Assert.True(licence.IsInForce(_world.Clock.GetUtcNow()));
    }

    [Fact]
    public async Task A_machine_elsewhere_is_denied_with_the_reason_and_that_is_on_record_too()
    {
        Assert.True((await _client.RequestAsync(Philadelphia, default)).IsGranted);
        var decision = await _client.RequestAsync(Pentagon, default);
        Assert.False(decision.IsGranted);
        Assert.Null(decision.ValidUntil);
        Assert.Equal("no rule grants a licence in Arlington, Virginia, United States of America", decision.Reason);
        Assert.Equal(2, (await _world.Store.ReadAsync(LicenceEvents.StreamOf(_machine.Public))).Count);
        Assert.False((await _world.Provisioner.ReadAsync(_machine.Public, default)).IsInForce(_world.Clock.GetUtcNow()));
    }

    /// <summary>It lies in no region, so a rule about what is elsewhere would grant it.</summary>
    [Theory]
    [InlineData(double.NaN, 0, "latitude")]
    [InlineData(91, 0, "latitude")]
    [InlineData(40, double.PositiveInfinity, "longitude")]
    public async Task A_place_that_is_none_is_denied_with_the_coordinate_and_not_on_record(double latitude, double longitude, string field)
    {
        await _world.Rules.PutAsync(new LicenceRule(LicenceEffect.Grant, "elsewhere", !Condition.In(RegionCondition.County("42101"))), default);
        var position = await _world.Store.GetPositionAsync(default);

        var decision = await _client.RequestAsync(new GeoPoint(latitude, longitude), default);

        Assert.False(decision.IsGranted);
        Assert.Contains(field, decision.Reason, StringComparison.Ordinal);
        Assert.Null(_client.Licence);
        Assert.Equal(position, await _world.Store.GetPositionAsync(default));
    }

    [Fact]
    public async Task An_event_that_may_not_be_is_refused_with_the_field_and_not_on_record()
    {
        await _client.RequestAsync(Philadelphia, default);
        var position = await _world.Store.GetPositionAsync(default);

        var refused = await Assert.ThrowsAsync<LicenceNotInForceException>(() => _client.RecordAsync(Play(1) with { Value = double.NaN }, default));

        Assert.Contains("value", refused.Message, StringComparison.Ordinal);
        Assert.Equal(position, await _world.Store.GetPositionAsync(default));
    }

    [Fact]
    public async Task Events_are_on_record_while_a_licence_is_in_force_and_once_each()
    {
        var denied = await Assert.ThrowsAsync<LicenceNotInForceException>(() => _client.RecordAsync(Play(1), default));
        Assert.Contains("no licence was asked for", denied.Message, StringComparison.Ordinal);
        await _client.RequestAsync(Philadelphia, default);
        await _client.RecordAsync(Play(1), default);
        await _client.RecordAsync(Play(1), default);
        await _client.RecordAsync(Play(2), default);
        var other = await Assert.ThrowsAsync<LicenceNotInForceException>(() => _client.RecordAsync(Play(2) with { Value = 77 }, default));
        Assert.Contains("a key of its own", other.Message, StringComparison.Ordinal);
        var events = await _world.Store.ReadAsync(_client.EventKey);
        Assert.Equal([1UL, 2UL], events.Select(each => EventCodec.Decode(each.Payload.Span).RequestKey.Sequence));
        await Assert.ThrowsAsync<LicenceNotInForceException>(() => _client.RecordAsync(Play(3) with { Key = LicenceEvents.MachineStreamOf(_world.Server.Public) }, default));
    }

    [Fact]
    public async Task A_revoked_licence_ends_at_once_and_a_new_one_can_be_asked_for()
    {
        Assert.False(await _world.Provisioner.RevokeAsync(_machine.Public, "nothing to revoke", default));
        await _client.RequestAsync(Philadelphia, default);
        await _client.RecordAsync(Play(1), default);
        Assert.True(await _world.Provisioner.RevokeAsync(_machine.Public, "reported stolen", default));
        Assert.False(await _world.Provisioner.RevokeAsync(_machine.Public, "again", default));
        var refused = await Assert.ThrowsAsync<LicenceNotInForceException>(() => _client.RecordAsync(Play(2), default));
        Assert.Contains("reported stolen", refused.Message, StringComparison.Ordinal);
        Assert.True((await _client.RequestAsync(Philadelphia, default)).IsGranted);
        await _client.RecordAsync(Play(2), default);
    }

    [Fact]
    public async Task A_granted_licence_is_signed_and_can_be_checked_without_the_issuer()
    {
        Assert.Null(_client.Licence);
        var decision = await _client.RequestAsync(Philadelphia, default);
        var document = _client.Licence!.Document.ToArray();
        await _world.Broker.DisposeAsync();
        var licence = SignedLicence.Read(document, _world.Server.Public)!;
        Assert.Equal(decision, licence.Decision);
        Assert.Equal("", licence.RefusalReason(_machine.Public, _world.Clock.GetUtcNow()));
        Assert.Equal("", licence.RefusalReason(_machine.Public, decision.ValidUntil!.Value - TimeSpan.FromTicks(1)));
        Assert.StartsWith("it ended at ", licence.RefusalReason(_machine.Public, decision.ValidUntil.Value), StringComparison.Ordinal);
        Assert.Equal("it is another machine's", licence.RefusalReason(_world.Administrator.Public, _world.Clock.GetUtcNow()));
        Assert.Null(SignedLicence.Read(document, _world.Administrator.Public));
        for (var i = 0; i < document.Length; i++)
        {
            document[i] ^= 1;
            Assert.Null(SignedLicence.Read(document, _world.Server.Public));
            document[i] ^= 1;
        }
    }

    [Fact]
    public async Task A_licence_is_renewed_and_a_denied_machine_carries_none()
    {
        await _client.RequestAsync(Philadelphia, default);
        var first = _client.Licence!;
        _world.Clock.Advance(TimeSpan.FromHours(20));
        await _client.RequestAsync(Philadelphia, default);
        Assert.Equal(first.Decision.ValidUntil + TimeSpan.FromHours(20), _client.Licence!.Decision.ValidUntil);
        await _client.RequestAsync(Pentagon, default);
        Assert.Null(_client.Licence);
    }

    [Fact]
    public async Task An_administrator_revokes_by_envelope_and_nobody_else_does()
    {
        await _client.RequestAsync(Philadelphia, default);
        foreach (var other in new[] { _machine, _world.Server })
            await Assert.ThrowsAsync<IssuerRefusedException>(() => new LicenceAdministrator(_world.Connection, other, _world.Server.Public, _world.Clock).RevokeAsync(_machine.Public, "a forgery", default));
        await _client.RecordAsync(Play(1), default);

        var administrator = new LicenceAdministrator(_world.Connection, _world.Administrator, _world.Server.Public, _world.Clock);
        Assert.True(await administrator.RevokeAsync(_machine.Public, "reported stolen", default));
        var refused = await Assert.ThrowsAsync<LicenceNotInForceException>(() => _client.RecordAsync(Play(2), default));
        Assert.Contains("reported stolen", refused.Message, StringComparison.Ordinal);
        Assert.False(await administrator.RevokeAsync(_machine.Public, "again", default));
    }

    [Fact]
    public async Task A_revocation_that_comes_again_takes_no_later_licence_back_even_after_a_restart()
    {
        await _client.RequestAsync(Philadelphia, default);
        var request = new IssuerRequest { Revocation = new RevocationRequest { Machine = ByteString.CopyFrom(_machine.Public.Key), Reason = "once" } };
        var envelope = SealedEnvelope.Seal(_world.Administrator, _world.Server.Public, request.ToByteArray(), _world.Clock);
        Assert.NotEmpty(await HandAsync(_world.Issuer, envelope));
        await _client.RequestAsync(Philadelphia, default);
        Assert.Empty(await HandAsync(_world.Issuer, envelope));
        Assert.Empty(await HandAsync(_world.NewIssuer(_world.Provisioner), envelope));
        await _client.RecordAsync(Play(1), default);
        request.Revocation.Machine = ByteString.CopyFrom(1, 2, 3);
        Assert.Empty(await HandAsync(_world.Issuer, SealedEnvelope.Seal(_world.Administrator, _world.Server.Public, request.ToByteArray(), _world.Clock)));
    }

    [Fact]
    public async Task A_licence_ends_by_itself()
    {
        await _client.RequestAsync(Philadelphia, default);
        _world.Clock.Advance(TimeSpan.FromHours(24));
        await Assert.ThrowsAsync<LicenceNotInForceException>(() => _client.RecordAsync(Play(1), default));
    }

    [Fact]
    public async Task A_replay_is_refused_even_by_an_issuer_that_has_forgotten_it()
    {
        var envelope = Envelope();
        Assert.NotEmpty(await HandAsync(_world.Issuer, envelope));
        Assert.Empty(await HandAsync(_world.Issuer, envelope));
        Assert.Equal(1, _world.Issuer.Refused);
        var restarted = _world.NewIssuer(_world.Provisioner);
        Assert.Empty(await HandAsync(restarted, envelope));
        Assert.Equal(1, restarted.Refused);
        Assert.Single(await _world.Store.ReadAsync(LicenceEvents.StreamOf(_machine.Public)));
    }

    /// <summary>Every byte changed, every length cut, for another issuer, too old, not a request: always the same nothing, and no trace in the store.</summary>
    [Fact]
    public async Task Whatever_is_wrong_with_an_envelope_the_answer_is_the_same_nothing()
    {
        var position = await _world.Store.GetPositionAsync(default);
        var envelope = Envelope();
        for (var i = 0; i < envelope.Length; i++)
        {
            var changed = (byte[])envelope.Clone();
            changed[i] ^= 1;
            Assert.Empty(await HandAsync(_world.Issuer, changed));
            Assert.Empty(await HandAsync(_world.Issuer, envelope[..i]));
        }

        Assert.Empty(await HandAsync(_world.Issuer, SealedEnvelope.Seal(_machine, _machine.Public, Request().ToByteArray(), _world.Clock)));
        Assert.Empty(await HandAsync(_world.Issuer, SealedEnvelope.Seal(_machine, _world.Server.Public, [1, 2, 3], _world.Clock)));
        Assert.Empty(await HandAsync(_world.Issuer, SealedEnvelope.Seal(_machine, _world.Server.Public, [], _world.Clock)));
        Assert.Empty(await HandAsync(_world.Issuer, SealedEnvelope.Seal(_machine, _world.Server.Public, new IssuerRequest { Event = new Event { Kind = "play" } }.ToByteArray(), _world.Clock)));
        Assert.Equal((envelope.Length * 2) + 4, _world.Issuer.Refused);
        _world.Clock.Advance(TimeSpan.FromMinutes(5) + TimeSpan.FromTicks(1));
        Assert.Empty(await HandAsync(_world.Issuer, envelope));
        Assert.Equal(position, await _world.Store.GetPositionAsync(default));
    }

    /// <summary>Other tests of this process may be counted too, never fewer.</summary>
    [Fact]
    public async Task Decisions_and_refusals_are_counted()
    {
        var counted = new System.Collections.Concurrent.ConcurrentQueue<string>();
        using var listener = new MeterListener { InstrumentPublished = static (instrument, self) => { if (instrument.Name.StartsWith("genie.genius.licence.", StringComparison.Ordinal)) self.EnableMeasurementEvents(instrument); } };
        listener.SetMeasurementEventCallback<long>((instrument, _, tags, _) => counted.Enqueue(tags.Length == 0 ? instrument.Name : (string)tags[0].Value!));
        listener.Start();
        await _client.RequestAsync(Philadelphia, default);
        await _client.RequestAsync(Pentagon, default);
        await HandAsync(_world.Issuer, [1]);
        Assert.Superset(new HashSet<string> { "granted", "denied", "genie.genius.licence.refused_envelopes" }, counted.ToHashSet());
    }

    [Fact]
    public async Task Random_bytes_never_harm_the_issuer()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        for (var i = 0; i < 2_000; i++)
        {
            var content = new byte[random.Next(0, 60)];
            random.NextBytes(content);
            var answer = await HandAsync(_world.Issuer, i % 2 == 0 ? content : SealedEnvelope.Seal(_machine, _world.Server.Public, content, _world.Clock));
            Assert.True(answer.Length == 0 || i % 2 == 1);
        }
    }

    [Fact]
    public async Task An_answer_to_another_request_or_by_another_issuer_does_not_count()
    {
        var earlier = await HandAsync(_world.Issuer, Envelope());
        using var impostor = IdentityKeyPair.Generate();
        var forged = new IssuerReply { Decision = new LicenceDecided { Granted = true } }.ToByteArray();
        foreach (var answer in new[] { earlier, SealedEnvelope.Seal(impostor, _machine.Public, forged, _world.Clock), SealedEnvelope.Seal(_world.Server, _machine.Public, forged, _world.Clock), [] })
        {
            await using var broker = new InMemoryBroker(new InMemoryOptions());
            await broker.ListenAsync("licences", new ListenOptions(), (_, reply, _) =>
            {
                reply.Write(answer);
                return ValueTask.CompletedTask;
            }, default);
            await using var connection = await broker.ConnectAsync("licences", new ConnectionOptions(), default);
            var client = new LicenceClient(connection, _machine, _world.Server.Public, _world.Clock);
            await Assert.ThrowsAsync<IssuerRefusedException>(() => client.RequestAsync(Philadelphia, default));
        }
    }

    private static IssuerRequest Request() => new() { Licence = new LicenceRequest { Latitude = Philadelphia.Latitude, Longitude = Philadelphia.Longitude } };

    private byte[] Envelope() => SealedEnvelope.Seal(_machine, _world.Server.Public, Request().ToByteArray(), _world.Clock);

    private GeniusEvent Play(ulong sequence) => new()
    {
        Key = _client.EventKey,
        RequestKey = new RequestKey(1, 0, sequence),
        Kind = "play",
        Time = _world.Clock.GetUtcNow(),
        Place = Philadelphia,
        Value = 1,
    };

    private static async Task<byte[]> HandAsync(LicenceIssuer issuer, byte[] envelope)
    {
        var reply = new ArrayBufferWriter<byte>();
        await issuer.HandleAsync(new ReadOnlySequence<byte>(envelope), reply, default);
        return reply.WrittenSpan.ToArray();
    }
}
