namespace Genie.Brokers;

/// <summary>The server knows the user but does not allow what was asked. The link is unharmed.</summary>
public sealed class BrokerPermissionException(string broker, string detail)
    : BrokerException($"{broker}: the server does not allow this user what was asked ({detail}). Grant the permission, or use another user.", isTransient: false);
