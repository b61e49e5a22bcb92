"""Invoices: totals, discounts and their text form."""

from dataclasses import dataclass, field


@dataclass
class Line:
    title: str
    quantity: int
    cents: int


@dataclass
class Invoice:
    """What a customer owes for one order."""

    number: str
    lines: list = field(default_factory=list)
    discount_percent: int = 0

    def total_cents(self) -> int:
        """Sum of all lines after the discount, rounded down to whole cents."""
        full = sum(line.quantity * line.cents for line in self.lines)
        return full * (100 - self.discount_percent) // 100

    def render(self) -> str:
        """Plain text for the mail that goes with the parcel, and for integration with bookkeeping."""
        rows = [f"{line.quantity} x {line.title}: {line.cents}" for line in self.lines]
        return "\n".join([f"Invoice {self.number}", *rows, f"Total: {self.total_cents()}"])
