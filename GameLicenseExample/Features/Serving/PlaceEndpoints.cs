using GameLicenseExample.Features.Decisions;
using GameLicenseExample.Features.Reports;
using GameLicenseExample.Features.Signals;
using Genie.Geocoding;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace GameLicenseExample.Features.Serving;

/// <summary>Locator, signals and reports by HTTP.</summary>
internal static class PlaceEndpoints
{
    private const int FoundMax = 10;

    public static void Map(IEndpointRouteBuilder endpoints, GameFeatures features)
    {
        var locator = features.Locator;
        endpoints.MapPost("/venues", async (Placing body, CancellationToken token) =>
        {
            await locator.PutVenueAsync($"venue/{body.Request}", body.Name, new GeoPoint(body.Latitude, body.Longitude), token).ConfigureAwait(false);
            return TypedResults.NoContent();
        });
        endpoints.MapPost("/people", async (Placing body, CancellationToken token) =>
        {
            await locator.PutPersonAsync($"here/{body.Request}", body.Name, new GeoPoint(body.Latitude, body.Longitude), token).ConfigureAwait(false);
            return TypedResults.NoContent();
        });
        endpoints.MapPost("/consents", async (Consent body, CancellationToken token) =>
        {
            TimeSpan? duration = body.Seconds is { } seconds ? Durations.Of(seconds) : null;
            await locator.ChangeConsentAsync(body.Request, body.Owner, body.Friend, duration, token).ConfigureAwait(false);
            return TypedResults.NoContent();
        });
        endpoints.MapGet("/venues", (double latitude, double longitude, CancellationToken token) => locator.FindVenuesAsync(new GeoPoint(latitude, longitude), FoundMax, token));
        endpoints.MapGet("/friends", (string person, CancellationToken token) => locator.FindFriendsAsync(person, FoundMax, token));
        endpoints.MapPost("/signals", async (Hearing body, CancellationToken token) =>
        {
            await features.Signals.ObserveAsync(body.Request, new Observation(body.Network, body.Latitude, body.Longitude, body.LevelDbm), token).ConfigureAwait(false);
            return TypedResults.NoContent();
        });
        endpoints.MapPost("/signals/locate", async (Dictionary<string, double> heard, CancellationToken token) =>
            await features.Signals.LocateAsync(heard, token).ConfigureAwait(false) ?? throw new FeatureRefusedException("None of these networks is known."));
        endpoints.MapGet("/report", (DateTimeOffset? from, DateTimeOffset? until, CancellationToken token) => PlayReport.ReadAsync(features.Store, features.Geocoder, from, until, token));
        endpoints.MapGet("/report.{format:regex(^(csv|parquet)$)}", (string format, DateTimeOffset? from, DateTimeOffset? until, CancellationToken token) => ReportAsync(features, format, from, until, token));
    }

    private static async Task<IResult> ReportAsync(GameFeatures features, string format, DateTimeOffset? from, DateTimeOffset? until, CancellationToken cancellationToken)
    {
        var rows = await PlayReport.ReadAsync(features.Store, features.Geocoder, from, until, cancellationToken).ConfigureAwait(false);
        var folder = Directory.CreateTempSubdirectory("genie-report-");
        try
        {
            var file = Path.Combine(folder.FullName, $"plays.{format}");
            ReportFile.Write(rows, file);
            return TypedResults.Bytes(await File.ReadAllBytesAsync(file, cancellationToken).ConfigureAwait(false), format == "csv" ? "text/csv" : "application/vnd.apache.parquet", Path.GetFileName(file));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    /// <summary>Where a venue or somebody is.</summary>
    internal sealed record Placing(string Request, string Name, double Latitude, double Longitude) : INamedRequest;

    /// <summary>A friend may know for so many seconds; without them, no more.</summary>
    internal sealed record Consent(string Request, string Owner, string Friend, double? Seconds) : INamedRequest;

    /// <summary>A network that was heard.</summary>
    internal sealed record Hearing(string Request, string Network, double Latitude, double Longitude, double LevelDbm) : INamedRequest;
}
