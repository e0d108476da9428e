"""The messages of gRPC's interop test service, from the file of their description."""
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

SERVICE = "grpc.testing.TestService"


class Messages:
    """Each is an attribute under its own name."""

    def __init__(self, path):
        with open(path, "rb") as file:
            description = descriptor_pb2.FileDescriptorProto.FromString(file.read())
        pool = descriptor_pool.DescriptorPool()
        pool.AddSerializedFile(description.SerializeToString())
        newer = getattr(message_factory, "GetMessageClass", None)
        prototype = newer or message_factory.MessageFactory(pool).GetPrototype
        for message in description.message_type:
            setattr(self, message.name, prototype(pool.FindMessageTypeByName(f"{description.package}.{message.name}")))
