using System.Buffers;
using Genie.Brokers.Hosting.Listening;
using Genie.Testing;

namespace Genie.Brokers.Hosting.Tests;

/// <summary>Answers with the message.</summary>
internal sealed class Echo : IMessageHandler
{
    public ValueTask HandleAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken) => Exchanges.Echo(message, reply, cancellationToken);
}
