using System.Net.Mime;
using Google.Protobuf;
using Google.Rpc;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Authorization.Policy;
using Microsoft.AspNetCore.Grpc.JsonTranscoding;
using Microsoft.AspNetCore.Http;

namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>Says which scope is missing, by gRPC as a status, by HTTP with JSON as google.rpc.Status. Who calls is asked for as ever.</summary>
internal sealed class ScopeRefusals : IAuthorizationMiddlewareResultHandler
{
    private const string GrpcType = "application/grpc";

    private readonly AuthorizationMiddlewareResultHandler _others = new();

    /// <inheritdoc/>
    public Task HandleAsync(RequestDelegate next, HttpContext context, AuthorizationPolicy policy, PolicyAuthorizationResult authorizeResult)
    {
        if (!authorizeResult.Forbidden || authorizeResult.AuthorizationFailure?.FailedRequirements.OfType<ScopeRequirement>().FirstOrDefault() is not { } missing)
            return _others.HandleAsync(next, context, policy, authorizeResult);
        var had = string.Join(", ", context.User.Scopes().Select(static scope => $"'{scope}'"));
        var message = $"This call needs the scope {missing}; {context.User.Identity?.Name} has {(had.Length > 0 ? had : "none")}.";
        if (context.GetEndpoint()?.Metadata.GetMetadata<GrpcJsonTranscodingMetadata>() is null) return AnswerGrpc(context.Response, message);
        context.Response.StatusCode = StatusCodes.Status403Forbidden;
        context.Response.ContentType = MediaTypeNames.Application.Json;
        return context.Response.WriteAsync(JsonFormatter.Default.Format(new Status { Code = (int)Code.PermissionDenied, Message = message }), context.RequestAborted);
    }

    // Headers alone, of which gRPC's clients read the status (Trailers-Only of its protocol over HTTP/2).
    private static Task AnswerGrpc(Microsoft.AspNetCore.Http.HttpResponse response, string message)
    {
        response.ContentType = GrpcType;
        response.Headers["grpc-status"] = $"{(int)Code.PermissionDenied}";
        response.Headers["grpc-message"] = Uri.EscapeDataString(message);
        return response.CompleteAsync();
    }
}
