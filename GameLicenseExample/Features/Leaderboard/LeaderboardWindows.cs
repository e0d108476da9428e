using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Geocoding;
using GameLicenseExample.Playing;

namespace GameLicenseExample.Features.Leaderboard;

/// <summary>What Genius aggregates for the leaderboard: plays that won, in windows of event time, by country, state and county.</summary>
internal static class LeaderboardWindows
{
    /// <summary>The rule of plays that won: those that paid more than was staked.</summary>
    public static readonly Rule WinRule = new("game/win", Condition.Kind(PlayJournal.Played) & Condition.Value(Comparison.Greater, 0));

    /// <summary>The layers that there are boards of.</summary>
    public static readonly AreaLayer[] Layers = [AreaLayer.Country, AreaLayer.State, AreaLayer.County];

    private const string NamePrefix = "wins-";
    private const string Nowhere = "nowhere";
    private const int Places = 10;

    // Machines' clocks differ a little, and what a machine sends again after a failure is late.
    private static readonly TimeSpan OutOfOrder = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan AllowedLateness = TimeSpan.FromMinutes(1);

    /// <summary>The windows of all layers.</summary>
    /// <param name="geocoder">Finds the areas.</param>
    /// <param name="period">How long each board counts.</param>
    /// <param name="idleTimeout">A board whose plays have ceased for so long, by the clock, ends by itself.</param>
    public static IReadOnlyList<WindowDefinition> Of(EmbeddedGeocoder geocoder, TimeSpan period, TimeSpan idleTimeout) => [.. Layers.Select(layer => new WindowDefinition
    {
        Name = NamePrefix + layer.ToString().ToLowerInvariant(),
        Shape = new TumblingWindow(period),
        Rule = WinRule.Id,
        KeyOf = value => CodeOf(geocoder, layer, value),
        ItemOf = static value => value.Key,
        TopItems = Places,
        OutOfOrder = OutOfOrder,
        AllowedLateness = AllowedLateness,
        IdleTimeout = idleTimeout,
    })];

    /// <summary>The layer that a window is of; null: it is none of the leaderboard's.</summary>
    public static string? LayerOf(string window) => window.StartsWith(NamePrefix, StringComparison.Ordinal) ? window[NamePrefix.Length..] : null;

    private static string CodeOf(EmbeddedGeocoder geocoder, AreaLayer layer, GeniusEvent value)
    {
        var answer = geocoder.LookUp(value.Place);
        var area = layer switch
        {
            AreaLayer.Country => answer.Country,
            AreaLayer.State => answer.State,
            _ => answer.County,
        };
        return area?.Code ?? Nowhere;
    }
}
