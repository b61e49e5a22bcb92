// A React hook that components share: the currency of the visitor.
import { useEffect, useState } from "react";

export function useCurrency(): string {
  const [currency, setCurrency] = useState("EUR");
  useEffect(() => {
    setCurrency(navigator.language.startsWith("en-US") ? "USD" : "EUR");
  }, []);
  return currency;
}
