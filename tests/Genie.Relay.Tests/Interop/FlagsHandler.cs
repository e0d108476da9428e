using Genie.Relay.Interop;

namespace Genie.Relay.Tests.Interop;

/// <summary>Notes which messages of answers came compressed.</summary>
internal sealed class FlagsHandler() : DelegatingHandler(new SocketsHttpHandler { UseProxy = false })
{
    /// <summary>Those of the last answer.</summary>
    public CompressionFlagStream? Last { get; private set; }

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var answer = await base.SendAsync(request, cancellationToken);

        // By the next line Last may be another call's.
        var flags = Last = new CompressionFlagStream(await answer.Content.ReadAsStreamAsync(cancellationToken));
        var content = new StreamContent(flags);
        foreach (var (name, values) in answer.Content.Headers) content.Headers.TryAddWithoutValidation(name, values);
        answer.Content = content;
        return answer;
    }
}
