using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace GameLicenseExample.Features.Serving;

/// <summary>Rooms by HTTP.</summary>
internal static class TableEndpoints
{
    public static void Map(IEndpointRouteBuilder endpoints, GameFeatures features)
    {
        var rooms = features.Rooms;
        endpoints.MapPost("/rooms", async (Opening body, CancellationToken token) =>
        {
            await rooms.OpenAsync(body.Request, body.Room, body.Seats, body.Stake, token).ConfigureAwait(false);
            return TypedResults.NoContent();
        });
        endpoints.MapPost("/rooms/join", async (Seat body, CancellationToken token) =>
        {
            await rooms.JoinAsync(body.Request, body.Room, body.Player, body.Commitment, token).ConfigureAwait(false);
            return TypedResults.NoContent();
        });
        endpoints.MapPost("/rooms/reveal", async (Revealing body, CancellationToken token) =>
        {
            await rooms.RevealAsync(body.Room, body.Player, body.Secret, token).ConfigureAwait(false);
            return TypedResults.NoContent();
        });
        endpoints.MapPost("/rooms/roll", async (Turn body, CancellationToken token) => new { Roll = await rooms.RollAsync(body.Room, body.Player, token).ConfigureAwait(false) });
    }

    /// <summary>A room for so many.</summary>
    internal sealed record Opening(string Request, string Room, int Seats, long Stake) : INamedRequest;

    /// <summary>A seat, with a commitment of 64 hexadecimal digits.</summary>
    internal sealed record Seat(string Request, string Room, string Player, string Commitment) : INamedRequest;

    /// <summary>A secret of 64 hexadecimal digits.</summary>
    internal sealed record Revealing(string Room, string Player, string Secret);

    /// <summary>A turn.</summary>
    internal sealed record Turn(string Room, string Player);
}
