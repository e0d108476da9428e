using System.Net.Mime;
using System.Text.Json;
using Genie.Brokers.Drivers;
using Google.Protobuf;
using Google.Protobuf.Reflection;
using Google.Protobuf.WellKnownTypes;
using Google.Rpc;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Grpc.JsonTranscoding;
using Microsoft.AspNetCore.Http;
using Status = Google.Rpc.Status;

namespace Genie.Extensions.Genius.AspNetCore;

/// <summary>
/// Refuses calls of HTTP with JSON that have a field, or a parameter in the query, which their message has not: ASP.NET Core's transcoding passes over it, and a
/// misspelt field of a rule would do something else than what was meant.
/// </summary>
/// <remarks>How a call's message is put together from path, query and body: google/api/http.proto.</remarks>
internal static class UnknownFields
{
    private static readonly JsonFormatter Formatter = new(JsonFormatter.Settings.Default.WithTypeRegistry(TypeRegistry.FromFiles(ErrorDetailsReflection.Descriptor)));

    /// <summary>Has such calls be answered with INVALID_ARGUMENT, and the field's name.</summary>
    public static T RefuseUnknownFields<T>(this T builder)
        where T : IEndpointConventionBuilder
    {
        builder.Finally(static endpoint =>
        {
            if (endpoint.RequestDelegate is not { } call || endpoint.Metadata.OfType<GrpcJsonTranscodingMetadata>().FirstOrDefault() is not { } metadata) return;
            endpoint.RequestDelegate = async http =>
            {
                if (await FindAsync(http, metadata).ConfigureAwait(false) is { } unknown) await AnswerAsync(http, unknown).ConfigureAwait(false);
                else await call(http).ConfigureAwait(false);
            };
        });
        return builder;
    }

    private static async Task<Unknown?> FindAsync(HttpContext http, GrpcJsonTranscodingMetadata metadata)
    {
        var (message, body) = (metadata.MethodDescriptor.InputType, metadata.HttpRule.Body);
        foreach (var name in http.Request.Query.Keys)
        {
            // What a body of "*" leaves out is in the path.
            if (body == "*") return new Unknown(name, $"This call takes no parameters in its query; '{name}' belongs into its body.");
            if (FindInPath(name, message) is { } unknown) return unknown;
        }

        if (body.Length == 0) return null;
        var type = body == "*" ? message : message.FindFieldByName(body) is { FieldType: FieldType.Message, IsRepeated: false } field ? field.MessageType : null;
        return type is null ? null : await FindInBodyAsync(http, type).ConfigureAwait(false);
    }

    private static Unknown? FindInPath(string path, MessageDescriptor message)
    {
        var parts = path.Split('.');
        for (var i = 0; i < parts.Length; i++)
        {
            if (FieldOf(message, parts[i]) is not { } field) return Unknown.Of(path, parts[i], message);
            if (i + 1 == parts.Length) break;
            if (field.FieldType != FieldType.Message) return new Unknown(path, $"{message.Name}'s '{parts[i]}' has no fields.");
            message = field.MessageType;
        }

        return null;
    }

    private static async Task<Unknown?> FindInBodyAsync(HttpContext http, MessageDescriptor message)
    {
        http.Request.EnableBuffering();
        try
        {
            using var json = await JsonDocument.ParseAsync(http.Request.Body, cancellationToken: http.RequestAborted).ConfigureAwait(false);
            return FindIn(json.RootElement, message, "");
        }
        catch (JsonException)
        {
            // No JSON: the transcoding says so.
            return null;
        }
        finally
        {
            http.Request.Body.Position = 0;
        }
    }

    private static Unknown? FindIn(JsonElement value, MessageDescriptor message, string path)
    {
        // Of these JSON is of another form than a message's fields.
        if (value.ValueKind != JsonValueKind.Object || message.File.Package == "google.protobuf") return null;
        foreach (var member in value.EnumerateObject())
        {
            var at = path.Length == 0 ? member.Name : $"{path}.{member.Name}";
            if (FieldOf(message, member.Name) is not { } field) return Unknown.Of(at, member.Name, message);
            if (FindInField(member.Value, field, at) is { } unknown) return unknown;
        }

        return null;
    }

    private static Unknown? FindInField(JsonElement value, FieldDescriptor field, string path)
    {
        if (field.FieldType != FieldType.Message) return null;
        if (field.IsMap)
        {
            if (field.MessageType.FindFieldByNumber(2) is not { FieldType: FieldType.Message } values || value.ValueKind != JsonValueKind.Object) return null;
            return value.EnumerateObject().Select(member => FindIn(member.Value, values.MessageType, $"{path}.{member.Name}")).FirstOrDefault(unknown => unknown is not null);
        }

        if (!field.IsRepeated) return FindIn(value, field.MessageType, path);
        return value.ValueKind != JsonValueKind.Array ? null : value.EnumerateArray().Select((each, i) => FindIn(each, field.MessageType, $"{path}[{i}]")).FirstOrDefault(unknown => unknown is not null);
    }

    // Both names are taken, as protobuf's JSON has it.
    private static FieldDescriptor? FieldOf(MessageDescriptor message, string name) =>
        message.Fields.InDeclarationOrder().FirstOrDefault(field => field.JsonName == name || field.Name == name);

    private static Task AnswerAsync(HttpContext http, Unknown unknown)
    {
        var status = new Status { Code = (int)Code.InvalidArgument, Message = unknown.Message };
        status.Details.Add(Any.Pack(new BadRequest { FieldViolations = { new BadRequest.Types.FieldViolation { Field = unknown.Field, Description = unknown.Message } } }));
        http.Response.StatusCode = StatusCodes.Status400BadRequest;
        http.Response.ContentType = MediaTypeNames.Application.Json;
        return http.Response.WriteAsync(Formatter.Format(status), http.RequestAborted);
    }

    /// <summary>A field that there is not.</summary>
    private sealed record Unknown(string Field, string Message)
    {
        public static Unknown Of(string path, string name, MessageDescriptor message)
        {
            var names = message.Fields.InDeclarationOrder().Select(field => field.JsonName).ToArray();
            var hint = NearestName.Hint(name, names);
            if (hint.Length == 0) hint = names.Length == 0 ? " It has none." : $" It has {string.Join(", ", names)}.";
            return new Unknown(path, $"{message.Name} has no field '{name}'.{hint}");
        }
    }
}
