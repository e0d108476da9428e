using Genie.EventStore;
using Genie.Extensions.Genius.AspNetCore.Services;
using Genie.Grains;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

/// <summary>What a caller is told of an error, while the server serves and while it ends.</summary>
public sealed class CallErrorsTests
{
    public static TheoryData<Exception> Permanent => new()
    {
        new EventStoreException("closed", isTransient: false),
        new GrainException("gone", isTransient: false),
        new ObjectDisposedException("store"),
    };

    /// <summary>A store that the ending host has closed says nothing of the request: whoever asks again elsewhere is answered.</summary>
    [Theory]
    [MemberData(nameof(Permanent))]
    public void An_error_while_the_server_ends_can_be_tried_again(Exception error)
    {
        Assert.Equal(StatusCode.Unavailable, CallErrors.StatusOf(error, context: null!, new CancellationToken(canceled: true))!.StatusCode);
        Assert.NotEqual(StatusCode.Unavailable, CallErrors.StatusOf(error, context: null!, CancellationToken.None)?.StatusCode);
    }

    [Fact]
    public void A_conflict_is_a_conflict_whenever_it_is_found() =>
        Assert.Equal(StatusCode.Aborted, CallErrors.StatusOf(new VersionConflictException("stream", 1, 2), context: null!, new CancellationToken(canceled: true))!.StatusCode);
}
