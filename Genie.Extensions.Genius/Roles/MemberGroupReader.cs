using System.Runtime.CompilerServices;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Roles;

/// <summary>Reads a group's stream as one of its members sees it, and then what is added.</summary>
internal sealed class MemberGroupReader(IEventStore store, string stream)
{
    /// <summary>The member's messages after a version; to the member's departure, if that comes after <paramref name="memberVersion"/>.</summary>
    /// <param name="member">The member.</param>
    /// <param name="afterVersion">The last version not wanted.</param>
    /// <param name="state">The group's state at or before that version, and at or before <paramref name="memberVersion"/>: reading begins after it.</param>
    /// <param name="memberVersion">A version at which the member was one.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    public async IAsyncEnumerable<MemberGroupMessage> ReadAsync(string member, long afterVersion, MemberGroupState state, long memberVersion, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var each in ReadOnAsync(state.Version, cancellationToken).ConfigureAwait(false))
        {
            if (each.Type == MemberGroupEvents.Published && each.Version > afterVersion && EventCodec.Decode(each.Payload.Span) is var message && state.IsDelivered(member, message))
                yield return new MemberGroupMessage(each.Version, message);
            state = state.After(each);
            if (each.Version > memberVersion && each.Type == MemberGroupEvents.Departed && MemberDeparted.Parser.ParseFrom(each.Payload.Span).Member == member) yield break;
        }
    }

    private async IAsyncEnumerable<RecordedEvent> ReadOnAsync(long version, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        // The position is taken first, so that nothing lies between the two readings; what lies in both is passed over.
        var position = await store.GetPositionAsync(cancellationToken).ConfigureAwait(false);
        await foreach (var each in store.ReadStreamAsync(stream, version + 1, cancellationToken).ConfigureAwait(false))
        {
            version = each.Version;
            yield return each;
        }

        await foreach (var each in store.SubscribeAsync(position, cancellationToken).ConfigureAwait(false))
        {
            if (each.Stream != stream || each.Version <= version) continue;
            version = each.Version;
            yield return each;
        }
    }
}
