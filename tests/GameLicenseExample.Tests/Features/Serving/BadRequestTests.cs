using System.Net;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json;

namespace GameLicenseExample.Tests.Features.Serving;

/// <summary>Requests that cannot be read are refused in words.</summary>
public sealed class BadRequestTests(GameServer server) : IClassFixture<GameServer>
{
    [Theory]
    [InlineData("wallet/pay-in", "{", "no JSON object")]
    [InlineData("wallet/pay-in", "", "needs a body")]
    [InlineData("wallet/pay-in", "{\"request\":\"b1\",\"player\":\"ann\",\"credits\":1.5}", "'credits' cannot be read")]
    [InlineData("wallet/pay-in", "{\"request\":\"b1\",\"player\":\"ann\",\"credits\":99999999999999999999}", "'credits' cannot be read")]
    [InlineData("wallet/pay-in", "{\"request\":\"b1\",\"player\":7,\"credits\":1}", "'player' cannot be read")]
    [InlineData("kyc/reviews", "{\"envelope\":\"?\"}", "'envelope' cannot be read")]
    public async Task A_body_that_cannot_be_read(string path, string body, string why)
    {
        using var content = new StringContent(body, Encoding.UTF8, "application/json");
        using var response = await server.Http.PostAsync(new Uri($"features/{path}", UriKind.Relative), content);
        await ExpectAsync(HttpStatusCode.BadRequest, why, response);
    }

    [Theory]
    [InlineData("venues", "'latitude' is missing")]
    [InlineData("venues?latitude=39.95", "'longitude' is missing")]
    [InlineData("venues?latitude=north&longitude=1", "'latitude' is missing in the address, or is not of the kind")]
    [InlineData("friends", "'person' is missing")]
    public async Task An_address_that_lacks_something(string path, string why)
    {
        using var response = await server.Http.GetAsync(new Uri($"features/{path}", UriKind.Relative));
        await ExpectAsync(HttpStatusCode.BadRequest, why, response);
    }

    [Fact]
    public async Task A_body_that_is_no_JSON_by_its_type()
    {
        using var content = new StringContent("{}", Encoding.UTF8, "text/plain");
        using var response = await server.Http.PostAsync(new Uri("features/wallet/pay-in", UriKind.Relative), content);
        await ExpectAsync(HttpStatusCode.UnsupportedMediaType, "must be JSON", response);
    }

    [Fact]
    public async Task What_is_no_place_is_said_in_words() =>
        Assert.Contains("Latitude NaN, longitude 0 is no place on Earth", (await (await server.Http.GetAsync(new Uri("features/venues?latitude=NaN&longitude=0", UriKind.Relative))).Content.ReadFromJsonAsync<JsonElement>()).GetProperty("message").GetString(), StringComparison.Ordinal);

    private static async Task ExpectAsync(HttpStatusCode status, string why, HttpResponseMessage response)
    {
        var text = await response.Content.ReadAsStringAsync();
        Assert.Equal(status, response.StatusCode);
        Assert.Contains(why, JsonSerializer.Deserialize<JsonElement>(text).GetProperty("message").GetString(), StringComparison.Ordinal);
    }
}
