import React, { useState } from 'react';

type Props = { label: string };

/** A button that counts its clicks. */
export function Counter({ label }: Props) {
  const [count, setCount] = useState(0);
  const onClick = () => setCount(count + 1);
  return <button onClick={onClick}>{label}: {count}</button>;
}

export const Page: React.FC = () => <Counter label="hits" />;
