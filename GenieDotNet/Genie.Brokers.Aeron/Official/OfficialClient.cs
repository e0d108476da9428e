using Adaptive.Aeron.Exceptions;
using Adaptive.Agrona;
using Adaptive.Agrona.Concurrent;
using Genie.Brokers.Aeron.Client;
using AeronClient = Adaptive.Aeron.Aeron;

namespace Genie.Brokers.Aeron.Official;

/// <summary>
/// Aeron.Client without its conductor's thread: the link's thread does that work between two polls, so that its locks are
/// never contended. Everything is added asynchronously, as waiting would stop the polling.
/// </summary>
internal sealed class OfficialClient : IAeronClient, IErrorHandler
{
    private readonly AeronClient _aeron;
    private readonly Func<int> _invoke;
    private volatile Exception? _error;

    /// <exception cref="BrokerException">The media driver does not answer.</exception>
    public OfficialClient(string folder, TimeSpan driverTimeout)
    {
        var context = new AeronClient.Context()
            .AeronDirectoryName(folder)
            .DriverTimeoutMs((long)driverTimeout.TotalMilliseconds)
            .UseConductorAgentInvoker(true)
            .ErrorHandler(this)
            .SubscriberErrorHandler(this);
        try
        {
            _aeron = AeronClient.Connect(context);
            _aeron.ConductorAgentInvoker.Start();
            _invoke = _aeron.ConductorAgentInvoker.Invoke;
        }
        catch (Exception error) when (error is AeronException or IOException or InvalidOperationException)
        {
            throw new BrokerUnreachableException(AeronDrivers.Name, folder, error.Message);
        }
    }

    public void OnError(Exception exception) => _error = exception;

    // Correlation ids are the media driver's own count; streams of other kinds of programs have small numbers.
    public int NextStreamId() => StreamIds.Of(_aeron.NextCorrelationId());

    public IAeronPublication AddPublication(string channel, int streamId) =>
        Try(() => new OfficialPublication(_aeron, _aeron.AsyncAddExclusivePublication(channel, streamId)));

    public IAeronSubscription AddSubscription(string channel, int streamId) =>
        Try(() => new OfficialSubscription(_aeron, channel, streamId));

    public IAeronRegistration AddCounter(int typeId, ReadOnlySpan<byte> key, string label)
    {
        var keyBuffer = new UnsafeBuffer(key.ToArray());
        var labelBuffer = new UnsafeBuffer(System.Text.Encoding.ASCII.GetBytes(label));
        return Try(() => new OfficialCounter(_aeron, _aeron.AsyncAddCounter(typeId, keyBuffer, 0, keyBuffer.Capacity, labelBuffer, 0, labelBuffer.Capacity)));
    }

    public int DoWork()
    {
        var work = Try(_invoke);
        if (_error is { } error && (_aeron.IsClosed || error is ClientTimeoutException or DriverTimeoutException)) throw Lost(error);
        return work;
    }

    public void Dispose()
    {
        try
        {
            _aeron.Dispose();
        }
        catch (Exception error) when (error is AeronException or IOException or InvalidOperationException)
        {
            // The media driver is gone; there is nothing left to notify it of.
        }
    }

    /// <summary>Calls the library; its errors become ours.</summary>
    internal static T Try<T>(Func<T> call)
    {
        try
        {
            return call();
        }
        catch (RegistrationException error)
        {
            throw RegistrationError.Of((int)error.ErrorCode(), error.Message);
        }
        catch (AeronException error)
        {
            throw Lost(error);
        }
    }

    private static LinkLostException Lost(Exception error) => new(AeronDrivers.Name, error.Message, error);
}
