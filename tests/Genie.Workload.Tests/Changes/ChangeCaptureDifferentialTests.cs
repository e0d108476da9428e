using Genie.Workload.Changes;
using Genie.Workload.Parties;
using Genie.Workload.Places;
using Google.Protobuf;
using Xunit.Abstractions;

namespace Genie.Workload.Tests.Changes;

/// <summary>Compares the comparison with the difference of two flat tables, on random messages.</summary>
public sealed class ChangeCaptureDifferentialTests(ITestOutputHelper output)
{
    [Fact]
    public void Random_messages_of_every_field_kind()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        for (var i = 0; i < 3000; i++) AssertListsTheDifference(RandomSpecimen.Create(random, 2), RandomSpecimen.Create(random, 2));
    }

    [Fact]
    public void The_parties_of_the_workload()
    {
        for (var i = 0; i < KnownPlaces.All.Count; i++)
        {
            var known = PartyDirectory.At(i % PartyDirectory.Count);
            AssertListsTheDifference(known, PartyEditor.Create(known, KnownPlaces.All[i], new SplitMix64((ulong)i)));
        }
    }

    private static void AssertListsTheDifference<T>(T before, T after)
        where T : class, IMessage<T>
    {
        var (flatBefore, flatAfter) = (FlatMessage.Of(before), FlatMessage.Of(after));
        var changes = new ChangeList();
        ChangeCapture.Compare(before, after, changes);
        HashSet<string> listed = new(StringComparer.Ordinal);
        for (var i = 0; i < changes.Count; i++)
        {
            var path = changes.Path(i);
            Assert.True(listed.Add(path), $"{path} is listed twice.");
            var (isBefore, isAfter) = (flatBefore.TryGetValue(path, out var was), flatAfter.TryGetValue(path, out var @is));
            switch (changes[i].Kind)
            {
                case ChangeKind.Changed: Assert.True(isBefore && isAfter && was != @is, path); break;
                case ChangeKind.Added: Assert.True(isAfter && changes[i].Before.Kind == ValueKind.Absent && !isBefore, path); break;
                default: Assert.True(isBefore && changes[i].After.Kind == ValueKind.Absent && !isAfter, path); break;
            }
        }

        // Inside a message that appeared or vanished only what differs from a default is listed.
        var missed = flatBefore.Keys.Union(flatAfter.Keys)
            .Where(path => !listed.Contains(path) && flatBefore.GetValueOrDefault(path) != flatAfter.GetValueOrDefault(path))
            .Where(path => !IsDefault(flatBefore.GetValueOrDefault(path) ?? flatAfter[path]) || (flatBefore.ContainsKey(path) && flatAfter.ContainsKey(path)));
        Assert.Empty(missed);
    }

    private static bool IsDefault(string value) => value is "" or "0" or "False" or "Unspecified";
}
