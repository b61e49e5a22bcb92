// The shopping cart that the product pages share.

export interface CartItem {
  sku: string;
  quantity: number;
  cents: number;
}

/** Keeps the cart in the browser's storage, so that it survives a reload. */
export class Cart {
  private items: CartItem[] = [];

  constructor(private readonly storage: Storage) {
    const saved = storage.getItem("cart");
    if (saved !== null) this.items = JSON.parse(saved);
  }

  add(item: CartItem): void {
    const known = this.items.find((other) => other.sku === item.sku);
    if (known) known.quantity += item.quantity;
    else this.items.push({ ...item });
    this.save();
  }

  total(): number {
    return this.items.reduce((sum, item) => sum + item.quantity * item.cents, 0);
  }

  private save(): void {
    this.storage.setItem("cart", JSON.stringify(this.items));
  }
}
