using System.Net.Sockets;
using Genie.Brokers.Drivers;
using Genie.Diagnostics.Live;
using Microsoft.AspNetCore.Routing;

namespace Genie.Benchmarks.Commands;

/// <summary>Where a command has its page, as <c>--url</c> gives it.</summary>
internal static class PageUrl
{
    /// <summary>Checks it.</summary>
    /// <param name="url">What was given.</param>
    /// <param name="example">One that is right.</param>
    /// <exception cref="BadArgumentException">It is no URL of HTTP.</exception>
    public static void Check(string url, string example)
    {
        if (!Uri.TryCreate(url, UriKind.Absolute, out var address) || address.Scheme != Uri.UriSchemeHttp) throw new BadArgumentException($"--url: the value is no URL as {example}.");
    }

    /// <summary>Listens there: <see cref="PageServer.StartAsync"/>.</summary>
    /// <exception cref="IOException">The address is taken.</exception>
    /// <exception cref="BadArgumentException">It is none of this machine's, or this user may not listen there.</exception>
    public static async Task<PageServer> ServeAsync(string url, Action<RouteGroupBuilder, CancellationToken> map, CancellationToken cancellationToken)
    {
        try
        {
            return await PageServer.StartAsync(url, map, cancellationToken).ConfigureAwait(false);
        }
        catch (SocketException error)
        {
            throw new BadArgumentException($"--url: '{MaskedText.OfUrl(url)}' cannot be listened on: {error.Message}. An address of this machine is wanted.", error);
        }
    }
}
