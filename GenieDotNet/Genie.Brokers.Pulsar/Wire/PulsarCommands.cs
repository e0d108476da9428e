using System.Collections.Concurrent;
using Genie.Brokers.Pulsar.Wire.Protocol;
using Google.Protobuf;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>The rare commands that await an answer each, distinguished by their request_id.</summary>
internal sealed class PulsarCommands
{
    private readonly ConcurrentDictionary<ulong, TaskCompletionSource<BaseCommand>> _pending = new();
    private ulong _last;

    /// <summary>Reads a command.</summary>
    /// <exception cref="BrokerProtocolException">It is none.</exception>
    public static BaseCommand Parse(ReadOnlySpan<byte> bytes)
    {
        try
        {
            return BaseCommand.Parser.ParseFrom(bytes);
        }
        catch (InvalidProtocolBufferException error)
        {
            throw new BrokerProtocolException(PulsarDrivers.Broker, $"a command that cannot be read: {error.Message}");
        }
    }

    /// <summary>Begins a command: the number it must carry, and what completes with the answer or fails with the broker's error.</summary>
    public (ulong RequestId, Task<BaseCommand> Answer) Begin()
    {
        var id = Interlocked.Increment(ref _last);
        var answer = new TaskCompletionSource<BaseCommand>(TaskCreationOptions.RunContinuationsAsynchronously);
        _pending[id] = answer;
        return (id, answer.Task);
    }

    /// <summary>Nobody waits for the answer any more.</summary>
    public void Remove(ulong requestId) => _pending.TryRemove(requestId, out _);

    /// <summary>Takes an answer; false if this command is none.</summary>
    public bool TryEnd(BaseCommand command)
    {
        switch (command)
        {
            case { Success: { } success }:
                End(success.RequestId, command, null);
                return true;
            case { ProducerSuccess: { } created }:
                // A standby consumer is reported inactive first.
                if (created.ProducerReady) End(created.RequestId, command, null);
                return true;
            case { LookupTopicResponse: { } found }:
                End(found.RequestId, command, found.Response == CommandLookupTopicResponse.Types.LookupType.Failed ? PulsarErrors.Of(found.Error, found.Message) : null);
                return true;
            case { PartitionMetadataResponse: { } divided }:
                var isFailed = divided.Response == CommandPartitionedTopicMetadataResponse.Types.LookupType.Failed;
                End(divided.RequestId, command, isFailed ? PulsarErrors.Of(divided.Error, divided.Message) : null);
                return true;
            case { Error: { } error }:
                End(error.RequestId, command, PulsarErrors.Of(error.Error, error.Message));
                return true;
            default:
                return false;
        }
    }

    private void End(ulong requestId, BaseCommand command, BrokerException? error)
    {
        if (!_pending.TryRemove(requestId, out var answer)) return;
        if (error is null) answer.TrySetResult(command);
        else answer.TrySetException(error);
    }
}
