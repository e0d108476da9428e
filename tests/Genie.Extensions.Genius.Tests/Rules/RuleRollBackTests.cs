using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Rules;
using Genie.Testing;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Tests.Rules;

public sealed class RuleRollBackTests
{
    [Fact]
    public async Task A_rule_that_cannot_be_read_here_is_not_left_out_of_a_rollback_silently()
    {
        using var folder = new TemporaryFolder();
        await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder.Path, SegmentBytes = 1 << 20 }, default);
        var ofLaterVersion = new RuleDefinition { Id = "new", When = new RuleCondition() }.ToByteArray();
        await store.AppendAsync(new AppendRequest(RuleStore.DefaultStream, new[] { new NewEvent(RuleStore.RuleAdded, ofLaterVersion) }), default);
        using var rules = new RuleStore(store, new RuleEngine(new StripeGeocoder()));
        await rules.LoadAsync(default);
        Assert.Equal(0, await rules.RollBackAsync(1, default));
        await rules.ChangeAsync([RuleChange.Remove("new")], null, default);

        var error = await Assert.ThrowsAsync<InvalidRuleException>(() => rules.RollBackAsync(1, default));

        Assert.Equal("new", error.RuleId);
        Assert.Equal(2, await store.GetVersionAsync(RuleStore.DefaultStream, default));
    }
}
