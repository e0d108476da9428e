namespace Genie.Relay.Tests.Running;

/// <summary>Sends deadlines that the client itself does not know of; its own it would keep by the system's clock.</summary>
internal sealed class RelayDeadlines() : DelegatingHandler(new SocketsHttpHandler { EnableMultipleHttp2Connections = true })
{
    public const string Header = "relay-deadline";

    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        if (request.Headers.TryGetValues(Header, out var deadline)) request.Headers.TryAddWithoutValidation("grpc-timeout", deadline);
        return base.SendAsync(request, cancellationToken);
    }
}
