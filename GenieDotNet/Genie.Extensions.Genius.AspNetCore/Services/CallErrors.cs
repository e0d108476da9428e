using Genie.EventStore;
using Genie.Geocoding;
using Genie.Grains;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using Google.Rpc;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore.Services;

/// <summary>Errors as gRPC tells them, with details as google.rpc has them.</summary>
internal static class CallErrors
{
    // What a client waits before it sends again: a store or a geocoder that is away is rarely back sooner.
    private static readonly TimeSpan RetryDelay = TimeSpan.FromSeconds(1);

    // Whose reasons those of google.rpc.ErrorInfo are.
    private const string Domain = "genie.genius";

    // What .NET adds to a message: the argument's name in this code, and on a line of its own what it was.
    private const string ArgumentName = " (Parameter ";

    /// <summary>Serves a call until it ends, the client leaves or the host stops.</summary>
    public static async Task ServeAsync(ServerCallContext context, Func<CancellationToken, Task> serve, Func<Exception, RpcException?> translate, CancellationToken stopping)
    {
        ArgumentNullException.ThrowIfNull(context);
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(context.CancellationToken, stopping);
        try
        {
            await serve(ending.Token).ConfigureAwait(false);
        }
        catch (Exception error) when ((translate(error) ?? StatusOf(error, context, stopping)) is { } status)
        {
            throw status;
        }
    }

    /// <summary>As <see cref="ServeAsync"/>, for calls with one answer.</summary>
    public static async Task<T> AnswerAsync<T>(ServerCallContext context, Func<CancellationToken, Task<T>> answer, Func<Exception, RpcException?> translate, CancellationToken stopping)
    {
        T? answered = default;
        await ServeAsync(context, async cancellationToken => answered = await answer(cancellationToken).ConfigureAwait(false), translate, stopping).ConfigureAwait(false);
        return answered!;
    }

    /// <summary>The status of an error of the store, the geocoder, the grains, a client that left or a host that stops; null for others.</summary>
    public static RpcException? StatusOf(Exception error, ServerCallContext context, CancellationToken stopping) => error switch
    {
        // The host closes its store and grains while calls are under way: another server, or the next one here, has the answer.
        (EventStoreException and not VersionConflictException or GrainException or ObjectDisposedException) when stopping.IsCancellationRequested => Stopping(),
        EventStoreException { IsTransient: true } or GeocoderUnavailableException { IsTransient: true } or GrainException { IsTransient: true } => Unavailable(error.Message),
        VersionConflictException => Status(Code.Aborted, error.Message),
        EventStoreException or GeocoderUnavailableException => Status(Code.FailedPrecondition, error.Message),
        OperationCanceledException when context.CancellationToken.IsCancellationRequested => Status(Code.Cancelled, "The client left."),
        OperationCanceledException when stopping.IsCancellationRequested => Stopping(),
        _ => null,
    };

    /// <summary>A status.</summary>
    public static RpcException Status(Code code, string message, params IMessage[] details)
    {
        var status = new Google.Rpc.Status { Code = (int)code, Message = message };
        status.Details.AddRange(details.Select(Any.Pack));
        return status.ToRpcException();
    }

    /// <summary>A field of a request is wrong.</summary>
    /// <param name="field">Its name, as the .proto file has it.</param>
    /// <param name="description">What is wrong, and what is expected.</param>
    public static RpcException InvalidField(string field, string description) =>
        Status(Code.InvalidArgument, description, new BadRequest { FieldViolations = { new BadRequest.Types.FieldViolation { Field = field, Description = description } } });

    /// <summary>An argument is wrong, in words for who called.</summary>
    public static RpcException InvalidArgument(Exception error) => Status(Code.InvalidArgument, error is ArgumentException ? error.Message.Split(ArgumentName)[0] : error.Message);

    /// <exception cref="RpcException">INVALID_ARGUMENT: the number is below 0.</exception>
    public static void RequireAtLeastZero(string field, long value)
    {
        if (value < 0) throw InvalidField(field, $"{field} is at least 0, not {value}.");
    }

    /// <summary>The caller may not do that.</summary>
    /// <param name="reason">For programs, as google.rpc.ErrorInfo has it.</param>
    /// <param name="message">For people.</param>
    public static RpcException Denied(string reason, string message) => Status(Code.PermissionDenied, message, new ErrorInfo { Reason = reason, Domain = Domain });

    /// <summary>The caller brings more events than it may.</summary>
    /// <param name="retryDelay">When there is room again; null: unknown.</param>
    public static RpcException QuotaExceeded(TimeSpan? retryDelay) =>
        Status(
            Code.ResourceExhausted, "More events than this caller's quota allows; send again what was not answered.",
            new RetryInfo { RetryDelay = Duration.FromTimeSpan(retryDelay ?? RetryDelay) }, new ErrorInfo { Reason = "EVENT_QUOTA_EXCEEDED", Domain = Domain });

    private static RpcException Stopping() => Unavailable("The server is stopping; send again what was not answered.");

    private static RpcException Unavailable(string message) => Status(Code.Unavailable, message, new RetryInfo { RetryDelay = Duration.FromTimeSpan(RetryDelay) });
}
