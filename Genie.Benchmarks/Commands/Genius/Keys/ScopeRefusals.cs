using System.Net.Mime;
using Google.Protobuf;
using Google.Protobuf.Reflection;
using Google.Protobuf.WellKnownTypes;
using Google.Rpc;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Authorization.Policy;
using Microsoft.AspNetCore.Grpc.JsonTranscoding;
using Microsoft.AspNetCore.Http;
using Status = Google.Rpc.Status;

namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>Says which scope is missing, by gRPC as a status, by HTTP with JSON as google.rpc.Status. Who calls is asked for as ever.</summary>
internal sealed class ScopeRefusals : IAuthorizationMiddlewareResultHandler
{
    private const string GrpcType = "application/grpc";

    private static readonly JsonFormatter Formatter = new(JsonFormatter.Settings.Default.WithTypeRegistry(TypeRegistry.FromFiles(ErrorDetailsReflection.Descriptor)));

    private readonly AuthorizationMiddlewareResultHandler _others = new();

    /// <inheritdoc/>
    public Task HandleAsync(RequestDelegate next, HttpContext context, AuthorizationPolicy policy, PolicyAuthorizationResult authorizeResult)
    {
        if (!authorizeResult.Forbidden || authorizeResult.AuthorizationFailure?.FailedRequirements.OfType<ScopeRequirement>().FirstOrDefault() is not { } missing)
            return _others.HandleAsync(next, context, policy, authorizeResult);
        var had = string.Join(", ", context.User.Scopes().Select(static scope => $"'{scope}'"));
        var message = $"This call needs the scope {missing}; {context.User.Identity?.Name} has {(had.Length > 0 ? had : "none")}.";
        var status = new Status { Code = (int)Code.PermissionDenied, Message = message };
        status.Details.Add(Any.Pack(new ErrorInfo { Reason = "SCOPE_MISSING", Domain = "genie.genius", Metadata = { ["scope"] = string.Join(' ', missing.AnyOf) } }));
        if (context.GetEndpoint()?.Metadata.GetMetadata<GrpcJsonTranscodingMetadata>() is null) return AnswerGrpc(context.Response, status);
        context.Response.StatusCode = StatusCodes.Status403Forbidden;
        context.Response.ContentType = MediaTypeNames.Application.Json;
        return context.Response.WriteAsync(Formatter.Format(status), context.RequestAborted);
    }

    // Headers alone, of which gRPC's clients read the status (Trailers-Only of its protocol over HTTP/2); binary ones are base 64.
    private static Task AnswerGrpc(Microsoft.AspNetCore.Http.HttpResponse response, Status status)
    {
        response.ContentType = GrpcType;
        response.Headers["grpc-status"] = $"{status.Code}";
        response.Headers["grpc-message"] = Uri.EscapeDataString(status.Message);
        response.Headers["grpc-status-details-bin"] = Convert.ToBase64String(status.ToByteArray());
        return response.CompleteAsync();
    }
}
