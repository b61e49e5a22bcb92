defmodule Shop.Cart do
  @moduledoc """
  A cart of items.
  """
  alias Shop.Item
  use GenServer

  defstruct items: []

  @doc "Adds an item."
  @spec add(t, Item.t()) :: t
  def add(cart, %Item{} = item) when is_map(cart) do
    put(cart, item)
  end

  def add(cart, nil), do: cart

  # Not exported.
  defp put(cart, item), do: %{cart | items: [item | cart.items]}

  defmacro trace(expr) do
    quote do: IO.inspect(unquote(expr))
  end
end

defmodule Shop.CartTest do
  use ExUnit.Case

  describe "add/2" do
    test "keeps items" do
      assert Shop.Cart.add(%Shop.Cart{}, nil)
    end
  end
end
