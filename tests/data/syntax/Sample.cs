using System;
using System.Collections.Generic;

namespace Shop.Orders
{
    /// <summary>An order of a customer.</summary>
    public class Order : IComparable
    {
        private readonly List<string> items = new();
        public const int MaxItems = 100;
        public event EventHandler Changed;

        /// <summary>Total price.</summary>
        public decimal Total { get; private set; }

        public Order(string id) { Id = id; }

        [Obsolete]
        public void Add(string item)
        {
            items.Add(item);
            Validate(item);
        }

        static bool Validate(string item) => item.Length > 0;

        public static Order operator +(Order a, Order b) => a;
    }

    public enum Status { Open, Closed }
    public record Line(string Sku, int Count);
    public delegate void Notify(Order order);
    public class OrderException : Exception { }

    public class OrderTests
    {
        [Fact]
        public void AddsItems() { new Order("1").Add("a"); }
    }
}
