namespace Genie.Brokers.Aeron.Client;

/// <summary>Takes what a subscription receives.</summary>
internal interface IFragmentSink
{
    /// <summary>One frame's payload.</summary>
    /// <param name="sessionId">The publication that it came from.</param>
    /// <param name="flags">The frame's flags: see <see cref="Messaging.MessageAssembler"/>.</param>
    /// <param name="fragment">Valid during the call.</param>
    /// <returns>False to be handed no more for now; this one counts as taken.</returns>
    bool OnFragment(int sessionId, byte flags, ReadOnlySpan<byte> fragment);

    /// <summary>A publication is gone: closed, or its client died. Nothing more comes from it.</summary>
    void OnSessionEnded(int sessionId);
}
