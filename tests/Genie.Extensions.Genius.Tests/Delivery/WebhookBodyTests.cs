using System.Text.Json;
using Genie.EventStore;
using Genie.Extensions.Genius.Delivery.Webhooks;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Tests.Delivery;

public sealed class WebhookBodyTests
{
    [Fact]
    public void A_fact_is_json_that_names_its_kind()
    {
        var fact = new Output { FenceTransitioned = new FenceTransitioned { Key = "truck-7", Fence = "yard-\"1\"", Change = FenceTransitioned.Types.Change.Left } };
        var recorded = new RecordedEvent("genius/geofences/yards/truck-7", 3, 17, DateTimeOffset.UnixEpoch, null, GeniusOutputs.EventType, fact.ToByteArray());
        using var body = JsonDocument.Parse(WebhookBody.WriteFact(recorded));
        Assert.Equal(("FenceTransitioned", DateTimeOffset.UnixEpoch), (body.RootElement.GetProperty("type").GetString(), body.RootElement.GetProperty("timestamp").GetDateTimeOffset()));
        var data = body.RootElement.GetProperty("data");
        Assert.Equal("17", data.GetProperty("position").GetString());
        Assert.Equal("yard-\"1\"", data.GetProperty("fenceTransitioned").GetProperty("fence").GetString());
    }

    [Fact]
    public void What_is_no_fact_is_told_as_it_is()
    {
        var recorded = new RecordedEvent("machine-7", 3, 17, DateTimeOffset.UnixEpoch, null, "noted", new byte[] { 1, 2 });
        Assert.Equal(WebhookBody.Write(recorded), WebhookBody.WriteFact(recorded));
    }
}
