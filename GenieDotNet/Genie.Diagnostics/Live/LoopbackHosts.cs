using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Genie.Diagnostics.Live;

/// <summary>Keeps pages of other sites from what listens on this machine only.</summary>
public static class LoopbackHosts
{
    /// <summary>
    /// Answers only who asked for <c>localhost</c> or an address (the Host header, RFC 9110 section 7.2), others with 421: a site whose name was
    /// made to point here (DNS rebinding) is asked for by that name.
    /// </summary>
    /// <param name="builder">The end points, of a host that listens on a loopback address.</param>
    /// <typeparam name="T">What takes their conventions.</typeparam>
    public static T RequireLoopbackHost<T>(this T builder)
        where T : IEndpointConventionBuilder
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Finally(static endpoint =>
        {
            var answer = endpoint.RequestDelegate!;
            endpoint.RequestDelegate = http => IsOwn(http.Request.Host.Host) ? answer(http) : RefuseAsync(http);
        });
        return builder;
    }

    /// <summary>As <see cref="RequireLoopbackHost{T}(T)"/> if the host listens on a loopback address; nothing otherwise.</summary>
    /// <param name="builder">The end points.</param>
    /// <param name="url">Where the host listens, as ASP.NET Core takes it.</param>
    /// <typeparam name="T">What takes their conventions.</typeparam>
    public static T RequireLoopbackHost<T>(this T builder, string url)
        where T : IEndpointConventionBuilder => Uri.TryCreate(url, UriKind.Absolute, out var address) && address.IsLoopback ? builder.RequireLoopbackHost() : builder;

    /// <summary>True for <c>localhost</c> and addresses, which nobody else can have made to point here.</summary>
    /// <param name="host">The Host header's name.</param>
    public static bool IsOwn(string host) => "localhost".Equals(host, StringComparison.OrdinalIgnoreCase) || IPAddress.TryParse(host, out _);

    private static Task RefuseAsync(HttpContext http)
    {
        http.Response.StatusCode = StatusCodes.Status421MisdirectedRequest;
        return http.Response.WriteAsync("This is for localhost only; ask for it by that name or by an address.\n", http.RequestAborted);
    }
}
