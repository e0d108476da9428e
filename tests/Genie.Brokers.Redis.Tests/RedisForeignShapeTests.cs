using Genie.Brokers.Redis.Official;
using Genie.Testing;
using StackExchange.Redis;

namespace Genie.Brokers.Redis.Tests;

/// <summary>Entries with the field of a message, as other programs may add them; those without are in <see cref="RedisFeatureTests"/>.</summary>
[Collection(RedisServerTests.Name)]
public sealed class RedisForeignShapeTests(RedisServerFixture fixture) : ForeignShapeTests
{
    private static readonly byte[] NoText = [0xff, 0, 0xfe];

    protected override IBroker CreateBroker()
    {
        fixture.RequireOwn();
        return new RedisBroker(fixture.Options);
    }

    protected override async Task<bool> TrySendAsync(ForeignShape shape, byte[] body)
    {
        NameValueEntry message = new("m", body);
        NameValueEntry[]? entry = shape switch
        {
            ForeignShape.Bare or ForeignShape.Empty => [message],
            ForeignShape.UnknownContent => [new("content-type", "nobody's"), message, new("more", "of it")],
            ForeignShape.HeadersThatAreNoText => [new("bytes", NoText), new(NoText, "a name"), message, new("", "")],
            ForeignShape.AnswerOfNobody => [new("c", 7), message],
            ForeignShape.AnswerToNobody => [message, new("r", "nobody"), new("c", 7)],
            ForeignShape.AnswerToNowhere => [message, new("r", ""), new("c", 7)],
            ForeignShape.OurNames => [new("c", "seven"), new("r", NoText), new("m", "the last of a name counts"), message],
            _ => null,
        };
        if (entry is null) return false;
        await using var link = await fixture.LookAsync();
        await link.GetDatabase().StreamAddAsync(new RedisOptions().KeyPrefix + Channel, entry);
        return true;
    }
}
