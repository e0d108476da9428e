namespace GameLicenseExample.Features.Serving;

/// <summary>A request with a name, so that it takes effect once when it is sent again.</summary>
internal interface INamedRequest
{
    /// <summary>The name, at most 100 characters; from JSON, so it may be missing.</summary>
    string? Request { get; }
}
