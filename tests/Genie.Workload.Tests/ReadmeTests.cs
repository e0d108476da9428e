using System.Buffers;
using Genie.Geocoding;
using Genie.Testing;

namespace Genie.Workload.Tests;

public sealed class ReadmeTests
{
    [Fact]
    public async Task The_examples_client_knows_the_right_answer_without_a_map()
    {
        using var geocoder = EmbeddedGeocoder.OpenDefault();
        var (client, worker) = (new PartyWorkload(Stages.Full, new NoGeocoder(), 42, 0), new PartyWorkload(Stages.Full, geocoder, 42, 0));
        var stop = CancellationToken.None;
        var request = new ArrayBufferWriter<byte>();
        client.WriteRequest(sender: 7, sequence: 0, request);
        var answer = new ArrayBufferWriter<byte>();
        await worker.HandleAsync(new ReadOnlySequence<byte>(request.WrittenMemory), answer, stop);   // on the other side of whatever is measured
        var isRight = client.IsRightAnswer(7, 0, answer.WrittenSpan);                                // the right place and the right changes for that request
        Assert.True(isRight);
        Assert.False(client.IsRightAnswer(7, 1, answer.WrittenSpan));
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Workload/README.md");
    }
}
