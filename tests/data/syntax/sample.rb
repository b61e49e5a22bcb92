require 'json'
require_relative 'store'

# Talks to the service.
module Service
  TIMEOUT = 5

  # A client with retries.
  class Client < Base
    attr_reader :name

    def initialize(name)
      @name = name
    end

    # Sends one request.
    def call(path, retries: 3)
      response = connect(path)
      JSON.parse(response)
    end

    def self.default
      new('default')
    end

    def valid?
      !name.empty?
    end

    alias invoke call
  end
end

RSpec.describe Service::Client do
  it 'is valid with a name' do
    expect(Service::Client.default).to be_valid
  end
end
