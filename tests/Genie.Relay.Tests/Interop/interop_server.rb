# gRPC's interop test service on Ruby's grpc, with the health service that Gruf uses: interop_server.rb ADDRESS DESCRIPTION THREADS.
require "grpc"
require "grpc/health/checker"
require "google/protobuf/descriptor_pb"

ADDRESS, DESCRIPTION, THREADS = ARGV
INITIAL = "x-grpc-test-echo-initial"
TRAILING = "x-grpc-test-echo-trailing-bin"
POOL = Google::Protobuf::DescriptorPool.generated_pool
POOL.add_serialized_file(File.binread(DESCRIPTION))

def message(name) = POOL.lookup("grpc.testing.#{name}").msgclass

# A message that is only a field of others has no class before it was looked up.
Google::Protobuf::FileDescriptorProto.decode(File.binread(DESCRIPTION)).message_type.each { |type| message(type.name) }

# The service's name and its methods' kinds.
class Service
  include GRPC::GenericService
  self.marshal_class_method = :encode
  self.unmarshal_class_method = :decode
  self.service_name = "grpc.testing.TestService"
  rpc :EmptyCall, message("Empty"), message("Empty")
  rpc :UnaryCall, message("SimpleRequest"), message("SimpleResponse")
  rpc :StreamingOutputCall, message("StreamingOutputCallRequest"), stream(message("StreamingOutputCallResponse"))
  rpc :StreamingInputCall, stream(message("StreamingInputCallRequest")), message("StreamingInputCallResponse")
  rpc :FullDuplexCall, stream(message("StreamingOutputCallRequest")), stream(message("StreamingOutputCallResponse"))
end

# The methods.
class Interop < Service
  def empty_call(_request, _call) = message("Empty").new

  def unary_call(request, call)
    echo_metadata(call)
    echo_status(request)
    message("SimpleResponse").new(payload: payload(request.response_size))
  end

  def streaming_output_call(request, call)
    echo_metadata(call)
    Enumerator.new { |output| answer(request, output) }
  end

  def streaming_input_call(call)
    size = 0
    call.each_remote_read { |request| size += request.payload.body.bytesize }
    message("StreamingInputCallResponse").new(aggregated_payload_size: size)
  end

  def full_duplex_call(requests, call)
    echo_metadata(call)
    Enumerator.new { |output| requests.each { |request| answer(request, output) } }
  end

  private

  def answer(request, output)
    echo_status(request)
    request.response_parameters.each do |wanted|
      sleep(wanted.interval_us / 1e6)
      output << message("StreamingOutputCallResponse").new(payload: payload(wanted.size))
    end
  end

  def payload(size) = message("Payload").new(body: "\0".b * size)

  def echo_metadata(call)
    call.output_metadata[TRAILING] = call.metadata[TRAILING] if call.metadata.key?(TRAILING)
    call.merge_metadata_to_send(INITIAL => call.metadata[INITIAL]) if call.metadata.key?(INITIAL)
  end

  def echo_status(request)
    status = request.response_status
    raise GRPC::BadStatus.new_status_exception(status.code, status.message) if status && status.code != 0
  end
end

health = Grpc::Health::Checker.new
health.add_status("", Grpc::Health::V1::HealthCheckResponse::ServingStatus::SERVING)
server = GRPC::RpcServer.new(pool_size: THREADS.to_i + 1, server_args: { "grpc.so_reuseport" => 0 })
server.add_http2_port(ADDRESS, :this_port_is_insecure)
server.handle(Interop)
server.handle(health)
server.run_till_terminated_or_interrupted(["TERM"])
