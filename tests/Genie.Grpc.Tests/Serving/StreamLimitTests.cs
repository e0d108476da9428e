using Genie.Grpc.Listening;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Genie.Grpc.Tests.Serving;

public sealed class StreamLimitTests
{
    [Fact]
    public void A_connection_may_have_as_many_calls_open_as_the_options_say()
    {
        var server = new KestrelServerOptions();
        server.ListenForGrpc(new GrpcListenOptions { StreamsPerConnectionMax = 250 });
        Assert.Equal(250, server.Limits.Http2.MaxStreamsPerConnection);
        Assert.Throws<ArgumentOutOfRangeException>(() => server.ListenForGrpc(new GrpcListenOptions { StreamsPerConnectionMax = 0 }));
    }
}
