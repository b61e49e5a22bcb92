// The first page, a React component with hooks of its own.
import { useState } from "react";

import { CartPanel } from "../components/CartPanel";
import { LoginForm } from "../components/LoginForm";

export function Home() {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? <CartPanel cartId="mine" /> : <LoginForm onLogin={() => setOpen(true)} />;
}
