using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Orleans.Dashboard;

namespace Genie.Benchmarks.Load.Silos;

/// <summary>A silo that shows Orleans' dashboard: what the cluster's grains and silos do. Only to this machine, as it asks nobody for a name.</summary>
internal static class SiloDashboard
{
    /// <summary>Makes one that is not started yet.</summary>
    /// <param name="port">Where on 127.0.0.1.</param>
    /// <param name="configure">Makes it a silo.</param>
    public static IHost Create(int port, Action<IHostApplicationBuilder> configure)
    {
        var web = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        web.WebHost.UseKestrelCore();
        web.Services.Configure<KestrelServerOptions>(kestrel => kestrel.Listen(System.Net.IPAddress.Loopback, port));
        web.Services.AddRoutingCore();
        configure(web);
        var host = web.Build();
        host.UseRouting();
        host.MapOrleansDashboard();
        return host;
    }
}
