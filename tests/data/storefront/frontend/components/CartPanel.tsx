// The cart as a React component with hooks.
import { useEffect, useState } from "react";

import { useCurrency } from "./useCurrency";

export function CartPanel({ cartId }: { cartId: string }) {
  const [lines, setLines] = useState<string[]>([]);
  const currency = useCurrency();
  useEffect(() => {
    fetch(`/carts/${cartId}`).then((answer) => answer.json()).then(setLines);
  }, [cartId]);
  return <ul title={currency}>{lines.map((line) => <li key={line}>{line}</li>)}</ul>;
}
